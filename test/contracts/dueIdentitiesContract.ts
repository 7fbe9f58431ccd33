import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type * as Layer from "effect/Layer";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { DueIdentities } from "../../src/domain/sync/account/DueIdentities.ts";

const [alice, bob, carol] = ["alice", "bob", "carol"].map((name) => Did.make(`did:plc:${name}`)) as [Did, Did, Did];
const minute = 60_000;

const claimed = (limit = 10, milliseconds = minute) =>
  Effect.flatMap(DueIdentities, (due) => due.claim(limit, milliseconds));

const claimedDids = Effect.map(claimed(), (found) => found.map(({ did }) => did).toSorted());

/** Nothing is due, and nothing rests. */
const settle = Effect.gen(function* () {
  const due = yield* DueIdentities;
  yield* due.request([alice, bob, carol]);
  for (const did of [alice, bob, carol]) yield* due.complete({ did, requests: -1, failures: 0 }, 0);
  for (const one of yield* claimed()) yield* due.complete(one, 0);
  assert.deepStrictEqual(yield* claimed(), []);
});

/** What every store of due identities does. */
export const dueIdentitiesContract = <E>(name: string, layer: Layer.Layer<DueIdentities | Atomically, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`DueIdentities contract: ${name}`, (it) => {
    it.effect("lets one caller claim each requested account", () =>
      Effect.gen(function* () {
        yield* settle;
        const due = yield* DueIdentities;
        yield* due.request([bob, alice, bob]);
        yield* due.request([]);
        const taken = yield* Effect.all([claimed(1), claimed(1), claimed(1)], { concurrency: "unbounded" });
        assert.deepStrictEqual(taken.flatMap((some) => some.map(({ did }) => did)).toSorted(), [alice, bob]);
      })
    );

    it.effect("returns an account again after its claim expired", () =>
      Effect.gen(function* () {
        yield* settle;
        const due = yield* DueIdentities;
        yield* due.request([alice]);
        assert.strictEqual((yield* claimed(10, 0)).length, 1);
        assert.deepStrictEqual(yield* claimedDids, [alice]);
        assert.deepStrictEqual(yield* claimedDids, []);
      })
    );

    it.effect("does not return a completed account before the interval has passed, whoever requests it", () =>
      Effect.gen(function* () {
        yield* settle;
        const due = yield* DueIdentities;
        yield* due.request([alice, bob]);
        for (const one of yield* claimed()) yield* due.complete(one, one.did === alice ? minute : 0);
        assert.deepStrictEqual(yield* claimedDids, []);
        yield* due.request([alice, bob]);
        assert.deepStrictEqual(yield* claimedDids, [bob]);
      })
    );

    it.effect("does not lose a request during a claim", () =>
      Effect.gen(function* () {
        yield* settle;
        const due = yield* DueIdentities;
        yield* due.request([alice]);
        const [first] = yield* claimed();
        assert.isDefined(first);
        yield* due.request([alice]);
        assert.deepStrictEqual(yield* claimed(), []);
        yield* due.complete(first, 0);
        const [second] = yield* claimed();
        assert.strictEqual(second?.did, alice);
        assert.isAbove(second?.requests ?? 0, first.requests);
      })
    );

    it.effect("counts failed attempts until one succeeds", () =>
      Effect.gen(function* () {
        yield* settle;
        const due = yield* DueIdentities;
        yield* due.request([alice]);
        for (const failures of [0, 1, 2]) {
          const [one] = yield* claimed();
          assert.strictEqual(one?.failures, failures);
          yield* due.postpone({ did: alice, requests: 0, failures, ...one }, 0, 0);
        }
        const [last] = yield* claimed();
        yield* due.complete({ did: alice, requests: 0, failures: 0, ...last }, 0);
        yield* due.request([alice]);
        assert.strictEqual((yield* claimed())[0]?.failures, 0);
      })
    );

    it.effect("makes a postponed account due by a request, but not before the interval has passed", () =>
      Effect.gen(function* () {
        yield* settle;
        const due = yield* DueIdentities;
        yield* due.request([alice, bob]);
        for (const one of yield* claimed()) yield* due.postpone(one, minute, one.did === alice ? minute : 0);
        assert.deepStrictEqual(yield* claimedDids, []);
        yield* due.request([alice, bob]);
        assert.deepStrictEqual(yield* claimedDids, [bob]);
      })
    );

    it.effect("makes an account due once its interval has passed if it was requested while it was postponed", () =>
      Effect.gen(function* () {
        yield* settle;
        const due = yield* DueIdentities;
        yield* due.request([alice]);
        const [one] = yield* claimed();
        assert.isDefined(one);
        yield* due.request([alice]);
        yield* due.postpone(one, minute, 0);
        assert.deepStrictEqual(yield* claimedDids, [alice]);
      })
    );

    it.effect("forgets the requests of a failed transaction", () =>
      Effect.gen(function* () {
        yield* settle;
        const due = yield* DueIdentities;
        const atomically = yield* Atomically;
        const failed = atomically.run(Effect.zipRight(due.request([carol]), Effect.fail("no")));
        assert.deepStrictEqual(yield* Effect.either(failed), Either.left("no"));
        assert.deepStrictEqual(yield* claimedDids, []);
      })
    );
  });
