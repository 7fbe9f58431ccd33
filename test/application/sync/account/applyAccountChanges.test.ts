import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import {
  applyAccountChanges,
  type ReportedAccount
} from "../../../../src/application/sync/account/applyAccountChanges.ts";
import { Atomically } from "../../../../src/domain/event/Atomically.ts";
import { KnownActors } from "../../../../src/domain/record/index/KnownActors.ts";
import { AccountStatus } from "../../../../src/domain/sync/account/AccountStatus.ts";
import { alice, bob, memoryService } from "../../../support/memoryService.ts";
import { accountEvents, begin, takeDue, visible } from "./accounts.ts";

it.layer(memoryService)("reports of the source", (it) => {
  it.effect("hide and show the records of an account with events, once each", () =>
    Effect.gen(function* () {
      yield* begin;
      const reports = (status: AccountStatus | null) => applyAccountChanges([{ did: alice.did, status }]);
      yield* reports(null);
      assert.deepStrictEqual(yield* accountEvents, []);
      yield* reports("takendown");
      yield* reports("takendown");
      assert.strictEqual(yield* visible, 0);
      yield* reports("deactivated");
      yield* reports(null);
      yield* reports(null);
      assert.strictEqual(yield* visible, 2);
      assert.deepStrictEqual(yield* accountEvents, [
        "AccountHidden takendown source",
        "AccountHidden deactivated source",
        "AccountShown source"
      ]);
      yield* applyAccountChanges([]);
    })
  );
});

it.layer(memoryService)("reports of a batch", (it) => {
  it.effect("apply the last of each account, whatever came before", () =>
    Effect.gen(function* () {
      yield* begin;
      const actors = yield* KnownActors;
      const report = fc.record<ReportedAccount>({
        did: fc.constantFrom(alice.did, bob.did),
        status: fc.constantFrom(null, ...AccountStatus.literals)
      });
      const batches = fc.array(fc.array(report, { maxLength: 5 }), { minLength: 1, maxLength: 5 });
      const expected = new Map<string, AccountStatus | null>();
      for (const some of fc.sample(batches, 40)) {
        for (const batch of some) {
          yield* applyAccountChanges(batch);
          for (const { did, status } of batch) expected.set(did, status);
        }
        const hidden = yield* actors.hidden([alice.did, bob.did]);
        for (const { did } of [alice, bob])
          assert.strictEqual(hidden.get(did) ?? null, expected.get(did) ?? null, JSON.stringify(some));
      }
    })
  );

  it.effect("are rolled back with the transaction of the batch", () =>
    Effect.gen(function* () {
      yield* applyAccountChanges([{ did: alice.did, status: null }]);
      const before = yield* accountEvents;
      const atomically = yield* Atomically;
      const stored = Effect.zipRight(applyAccountChanges([{ did: alice.did, status: "suspended" }]), Effect.fail("no"));
      assert.deepStrictEqual(yield* Effect.either(atomically.run(stored)), Either.left("no"));
      assert.strictEqual(yield* visible, 2);
      assert.deepStrictEqual(yield* accountEvents, before);
    })
  );
});

it.layer(memoryService)("reports that need a check", (it) => {
  it.effect("make the repository due: a deletion, what an old PDS may say, and a return", () =>
    Effect.gen(function* () {
      yield* begin;
      const due = (status: AccountStatus | null) =>
        Effect.zipRight(applyAccountChanges([{ did: alice.did, status }]), takeDue);
      yield* takeDue;
      assert.deepStrictEqual(yield* due("deleted"), [alice.did]);
      assert.deepStrictEqual(yield* due("deleted"), []);
    })
  );

  it.effect.each(["takendown", "suspended", "throttled", "desynchronized"] as const)(
    "do not if a host between may have decided it: %s",
    (status) =>
      Effect.gen(function* () {
        yield* applyAccountChanges([{ did: bob.did, status }]);
        assert.deepStrictEqual(yield* takeDue, []);
      })
  );
});
