import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as TestClock from "effect/TestClock";
import { IdentityResolver } from "../../../src/domain/identity/IdentityResolver.ts";
import { did, documentOf, good, handle, other, pds, plc, reason, resolver, service, wellKnown } from "./resolving.ts";
import type { ScriptedNetwork } from "./scriptedNetwork.ts";

describe("a cached identity (CL-10)", () => {
  const moved = "https://new.example.org";

  it.effect("is used for less than ten minutes, but never for a fresh look-up", () =>
    Effect.gen(function* () {
      const network = { ...good, answers: { ...good.answers } };
      yield* Effect.gen(function* () {
        const { resolveDid, resolveDidFresh, resolveHandle } = yield* IdentityResolver;
        assert.strictEqual((yield* resolveDid(did)).pds, pds);
        assert.strictEqual((yield* resolveHandle(handle)).pds, pds);
        network.answers[`${plc}/${did}`] = documentOf({ service: [service(moved)] });
        assert.strictEqual((yield* resolveDid(did)).pds, pds);
        assert.strictEqual((yield* resolveDidFresh(did)).pds, moved);
        assert.strictEqual((yield* resolveDid(did)).pds, moved);
        assert.strictEqual((yield* resolveHandle(handle)).pds, moved);
        network.answers[`${plc}/${did}`] = documentOf();
        yield* TestClock.adjust("61 seconds");
        assert.strictEqual((yield* resolveHandle(handle)).pds, pds);
      }).pipe(Effect.provide(resolver(network)));
    })
  );

  it.effect("is used while no server is available, for up to ten minutes, but not for a fresh look-up (CL-10)", () =>
    Effect.gen(function* () {
      const network = { ...good, answers: { ...good.answers } };
      yield* Effect.gen(function* () {
        const { resolveDid, resolveDidFresh } = yield* IdentityResolver;
        yield* resolveDid(did);
        network.answers[`${plc}/${did}`] = 503;
        for (let minute = 1; minute < 9; minute += 1) {
          yield* TestClock.adjust("1 minute");
          assert.strictEqual((yield* resolveDid(did)).pds, pds, `minute ${minute}`);
          assert.strictEqual(yield* reason(resolveDidFresh(did)), "unreachable");
        }
        yield* TestClock.adjust("2 minutes");
        assert.strictEqual(yield* reason(resolveDid(did)), "unreachable");
      }).pipe(Effect.provide(resolver(network)));
    })
  );

  it.effect("has the PDS of an account immediately, even if the host of its handle never responds (CL-10)", () =>
    Effect.gen(function* () {
      const hanging = { [wellKnown]: Effect.never };
      const network: ScriptedNetwork = { answers: { [`${plc}/${did}`]: documentOf(), ...hanging } };
      yield* Effect.gen(function* () {
        const { findPds } = yield* IdentityResolver;
        assert.strictEqual(yield* findPds(did, "remembered"), pds);
        network.answers[`${plc}/${did}`] = documentOf({ service: [service(moved)] });
        assert.strictEqual(yield* findPds(did, "remembered"), pds);
        assert.strictEqual(yield* findPds(did, "fresh"), moved);
        assert.strictEqual(yield* findPds(did, "remembered"), moved);
      }).pipe(Effect.provide(resolver(network)));
    })
  );

  it.effect("is removed when a look-up reports that the account no longer exists (CL-10)", () =>
    Effect.gen(function* () {
      const network = { ...good, answers: { ...good.answers } };
      yield* Effect.gen(function* () {
        const { resolveDid, resolveDidFresh } = yield* IdentityResolver;
        yield* resolveDid(did);
        network.answers[`${plc}/${did}`] = 410;
        assert.strictEqual((yield* resolveDid(did)).pds, pds);
        assert.strictEqual(yield* reason(resolveDidFresh(did)), "did-not-found");
        assert.strictEqual(yield* reason(resolveDid(did)), "did-not-found");
        yield* TestClock.adjust("61 seconds");
        network.answers[`${plc}/${did}`] = 503;
        assert.strictEqual(yield* reason(resolveDid(did)), "unreachable");
      }).pipe(Effect.provide(resolver(network)));
    })
  );

  it.effect("is looked up again when a handle and a DID do not refer to each other (CL-01, CL-10)", () =>
    Effect.gen(function* () {
      const documents = { [`${plc}/${other}`]: documentOf({ id: other, alsoKnownAs: [] }) };
      const network = { txt: { ...good.txt }, answers: { ...good.answers, ...documents } };
      yield* Effect.gen(function* () {
        const { resolveDid, resolveHandle } = yield* IdentityResolver;
        assert.isNull((yield* resolveDid(other)).handle);
        network.answers[`${plc}/${other}`] = documentOf({ id: other });
        network.txt[`_atproto.${handle}`] = [`did=${other}`];
        assert.strictEqual((yield* resolveHandle(handle)).did, other);
      }).pipe(Effect.provide(resolver(network)));
    })
  );

  it.effect("is reported as missing only for seconds (CL-10, SS-09)", () =>
    Effect.gen(function* () {
      const network: ScriptedNetwork = { answers: { ...good.answers, [wellKnown]: 404 } };
      yield* Effect.gen(function* () {
        const { resolveHandle } = yield* IdentityResolver;
        assert.strictEqual(yield* reason(resolveHandle(handle)), "handle-not-found");
        network.answers[wellKnown] = did;
        assert.strictEqual(yield* reason(resolveHandle(handle)), "handle-not-found");
        yield* TestClock.adjust("11 seconds");
        assert.strictEqual((yield* resolveHandle(handle)).did, did);
      }).pipe(Effect.provide(resolver(network)));
    })
  );

  it.effect("is refreshed by one look-up for many callers", () =>
    Effect.gen(function* () {
      const asked: Array<string> = [];
      const slow = Effect.delay(Effect.succeed(documentOf()), "1 second");
      const network: ScriptedNetwork = { ...good, asked, answers: { [`${plc}/${did}`]: slow } };
      yield* Effect.gen(function* () {
        const { resolveDidFresh } = yield* IdentityResolver;
        const all = yield* Effect.fork(
          Effect.all(
            Array.from({ length: 50 }, () => resolveDidFresh(did)),
            { concurrency: 50 }
          )
        );
        yield* Effect.yieldNow();
        yield* TestClock.adjust("1 second");
        assert.lengthOf(yield* Fiber.join(all), 50);
        assert.deepStrictEqual(asked, [`${plc}/${did}`, wellKnown]);
      }).pipe(Effect.provide(resolver(network)));
    })
  );

  it.effect("is cached only briefly after a failure", () =>
    Effect.gen(function* () {
      const network: ScriptedNetwork = { ...good, answers: { [`${plc}/${did}`]: 503 } };
      yield* Effect.gen(function* () {
        const { resolveDid } = yield* IdentityResolver;
        assert.strictEqual(yield* reason(resolveDid(did)), "unreachable");
        network.answers[`${plc}/${did}`] = documentOf();
        yield* TestClock.adjust("2 seconds");
        assert.strictEqual((yield* resolveDid(did)).pds, pds);
      }).pipe(Effect.provide(resolver(network)));
    })
  );

  it.effect("is looked up once for many callers, also when the first of them is interrupted", () =>
    Effect.gen(function* () {
      const asked: Array<string> = [];
      const slow = Effect.delay(Effect.succeed(documentOf()), "1 second");
      const network: ScriptedNetwork = { ...good, asked, answers: { [`${plc}/${did}`]: slow } };
      yield* Effect.gen(function* () {
        const { resolveDid } = yield* IdentityResolver;
        const first = yield* Effect.fork(resolveDid(did));
        yield* Effect.yieldNow();
        const others = yield* Effect.fork(
          Effect.all(
            Array.from({ length: 50 }, () => resolveDid(did)),
            { concurrency: 50 }
          )
        );
        yield* Effect.yieldNow();
        yield* Fiber.interrupt(first);
        yield* TestClock.adjust("1 second");
        assert.lengthOf(yield* Fiber.join(others), 50);
        assert.deepStrictEqual(asked, [`${plc}/${did}`, wellKnown]);
      }).pipe(Effect.provide(resolver(network)));
    })
  );
});
