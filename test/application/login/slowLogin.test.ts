import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { readCallback } from "../../../src/adapters/http/browser/readCallback.ts";
import { PdsMemory } from "../../../src/adapters/memory/pds/PdsMemory.ts";
import { completeLogin } from "../../../src/application/login/app/completeLogin.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { IdentityResolver } from "../../../src/domain/identity/IdentityResolver.ts";
import { UpstreamAuthorization } from "../../../src/domain/session/UpstreamAuthorization.ts";
import { browserToken, registered, request, returned } from "../../support/loginThrough.ts";
import { alice, bob, memoryService } from "../../support/memoryService.ts";

type Upstream = UpstreamAuthorization["Type"];
type Identities = IdentityResolver["Type"];

/** The service, with a PDS that does some things otherwise. */
const withUpstream = (change: Partial<Upstream>) =>
  Layer.effect(
    UpstreamAuthorization,
    Effect.map(UpstreamAuthorization, (memory) => UpstreamAuthorization.of({ ...memory, ...change }))
  ).pipe(Layer.provideMerge(memoryService));

const withIdentities = (change: (memory: Identities) => Partial<Identities>) =>
  Layer.effect(
    IdentityResolver,
    Effect.map(IdentityResolver, (memory) => IdentityResolver.of({ ...memory, ...change(memory) }))
  ).pipe(Layer.provideMerge(memoryService));

/** The server redeems a code at once, and takes seven seconds to say so. */
const lateTokens = Layer.effect(
  UpstreamAuthorization,
  Effect.map(UpstreamAuthorization, (memory) =>
    UpstreamAuthorization.of({
      ...memory,
      exchangeCode: (request) => Effect.zipLeft(memory.exchangeCode(request), Effect.sleep("7 seconds"))
    })
  )
).pipe(Layer.provideMerge(memoryService));

const lastFailure = Effect.flatMap(EventLog, (log) =>
  Effect.map(log.read(0, 1000), (events) => {
    const failed = events.findLast(({ type }) => type === "LoginFailed.v1");
    return [failed?.data.reason, failed?.data.detail];
  })
);

const start = Effect.flatMap(registered(), ({ client }) => request(client.clientId, alice));
const comeBack = (signedIn = alice) =>
  Effect.gen(function* () {
    const { client } = yield* registered();
    const parameters = yield* returned(client.clientId, alice, signedIn);
    return yield* completeLogin({ ...readCallback(parameters), browserToken });
  });

/** Lets a login take its time: it must still be under way before its limit, and be refused at it. */
const refusedAt = <E extends { readonly _tag: string }, R>(login: Effect.Effect<unknown, E, R>, seconds: number) =>
  Effect.gen(function* () {
    const running = yield* Effect.fork(Effect.flip(login));
    yield* TestClock.adjust(seconds * 1000 - 1);
    assert.isNull(yield* Effect.map(Fiber.poll(running), (exit) => (exit._tag === "None" ? null : exit.value)));
    yield* TestClock.adjust(1);
    return yield* Fiber.join(running);
  });

describe("the timeouts of a login", () => {
  it.effect("A login waits 6 seconds for the request that is pushed to the PDS", () =>
    Effect.gen(function* () {
      const refused = yield* refusedAt(start, 6);
      assert.deepInclude({ ...refused }, { _tag: "RefusedByRedirect", error: "temporarily_unavailable" });
      assert.deepStrictEqual(yield* lastFailure, ["upstream-unavailable", "timeout"]);
    }).pipe(Effect.provide(withUpstream({ discover: () => Effect.never })))
  );

  it.effect("A login waits 4 seconds for the account to be resolved", () =>
    Effect.gen(function* () {
      const refused = yield* refusedAt(start, 4);
      assert.deepInclude({ ...refused }, { _tag: "RefusedByRedirect", error: "temporarily_unavailable" });
      assert.deepStrictEqual(yield* lastFailure, ["identity-unresolvable", "unreachable"]);
    }).pipe(Effect.provide(withIdentities(() => ({ resolveHandle: () => Effect.never }))))
  );

  it.effect("A login waits 5 seconds for tokens", () =>
    Effect.gen(function* () {
      const refused = yield* refusedAt(comeBack(), 5);
      assert.deepInclude({ ...refused }, { _tag: "RefusedByRedirect", error: "temporarily_unavailable" });
      assert.deepStrictEqual(yield* lastFailure, ["upstream-unavailable", "timeout"]);
    }).pipe(Effect.provide(withUpstream({ exchangeCode: () => Effect.never })))
  );

  it.effect("A login does not wait for late tokens, which are revoked (CL-05)", () =>
    Effect.gen(function* () {
      const refused = yield* refusedAt(comeBack(), 5);
      assert.deepInclude({ ...refused }, { _tag: "RefusedByRedirect", error: "temporarily_unavailable" });
      const { state } = yield* PdsMemory;
      assert.strictEqual((yield* state.get).refreshTokens.size, 1);
      yield* TestClock.adjust("3 seconds");
      yield* Effect.repeatN(Effect.yieldNow(), 100);
      assert.strictEqual((yield* state.get).refreshTokens.size, 0);
    }).pipe(Effect.provide(lateTokens))
  );

  it.effect("A login waits 4 seconds for the account of the tokens", () =>
    Effect.gen(function* () {
      const refused = yield* refusedAt(comeBack(), 4);
      assert.deepInclude({ ...refused }, { _tag: "RefusedByRedirect", error: "temporarily_unavailable" });
      assert.deepStrictEqual(yield* lastFailure, ["upstream-unavailable", "timeout"]);
    }).pipe(Effect.provide(withIdentities(() => ({ resolveDidFresh: () => Effect.never }))))
  );

  it.effect("A login waits 1 second for tokens to be revoked", () =>
    Effect.gen(function* () {
      const refused = yield* refusedAt(comeBack(bob), 1);
      assert.deepInclude({ ...refused }, { _tag: "RefusedByRedirect", error: "access_denied" });
      assert.deepStrictEqual(yield* lastFailure, ["subject-mismatch", undefined]);
    }).pipe(Effect.provide(withUpstream({ revoke: () => Effect.never })))
  );
});

describe("an account that has moved since it was looked up last (CL-10)", () => {
  it.effect("An account that has moved since it was last resolved is signed in at its current PDS (CL-10)", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* start)._tag, "GoUpstream");
      const log = yield* EventLog;
      const begun = (yield* log.read(0, 1000)).findLast(({ type }) => type === "UpstreamLoginStarted.v1");
      assert.strictEqual(begun?.data.pds, "https://pds.example");
    }).pipe(
      Effect.provide(
        withIdentities((memory) => ({
          resolveHandle: (handle) =>
            Effect.map(memory.resolveHandle(handle), (identity) => ({ ...identity, pds: "https://old.example" }))
        }))
      )
    )
  );
});
