import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { applyAccountChanges } from "../../../../src/application/sync/account/applyAccountChanges.ts";
import { backfillRepository } from "../../../../src/application/sync/backfill/backfillRepository.ts";
import { makeHostLimiter } from "../../../../src/application/sync/backfill/HostLimiter.ts";
import { KnownActors } from "../../../../src/domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import type { AccountStatus } from "../../../../src/domain/sync/account/AccountStatus.ts";
import { DueRepositories } from "../../../../src/domain/sync/backfill/DueRepositories.ts";
import { loggedIn } from "../../../support/loginThrough.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";
import { accountEvents, begin, setStatus, visible } from "./accounts.ts";

const { did } = alice;
const reported = (status: AccountStatus | null) => applyAccountChanges([{ did, status }]);

/** Does what is due. */
const work = Effect.gen(function* () {
  const due = yield* DueRepositories;
  const limiter = yield* makeHostLimiter;
  for (;;) {
    const next = yield* due.claim(60_000);
    if (next === null) return;
    yield* backfillRepository(limiter, next);
  }
});

const known = Effect.flatMap(RecordIndex, (index) => index.putActor({ ...alice, pds: "https://pds.example" }));

describe("a hidden account", () => {
  it.effect("is shown after it signs in, if its PDS says that it is active", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* known;
      yield* work;
      yield* reported("takendown");
      yield* work;
      yield* loggedIn(alice);
      assert.strictEqual(yield* visible, 0);
      yield* work;
      assert.strictEqual(yield* visible, 2);
      assert.deepStrictEqual(yield* accountEvents, ["AccountHidden takendown source", "AccountShown pds"]);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("stays hidden after it signs in, if its PDS says that it is not active", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* known;
      yield* reported("deactivated");
      yield* setStatus(did, "deactivated");
      yield* loggedIn(alice);
      yield* work;
      assert.strictEqual(yield* visible, 0);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("that was erased is indexed again after it signs in", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* known;
      yield* reported("deleted");
      yield* setStatus(did, "deleted");
      yield* work;
      assert.deepStrictEqual(yield* accountEvents, ["AccountHidden deleted source", "AccountErased 2"]);
      yield* setStatus(did, null);
      yield* loggedIn(alice);
      assert.strictEqual(yield* visible, 0);
      yield* work;
      assert.strictEqual(yield* visible, 2);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("is shown again when the deletion that the source reported is not confirmed", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* known;
      yield* reported("deleted");
      assert.strictEqual(yield* visible, 0);
      yield* work;
      assert.strictEqual(yield* visible, 2);
      const actors = yield* KnownActors;
      assert.strictEqual((yield* actors.hidden([did])).size, 0);
    }).pipe(Effect.provide(memoryService))
  );
});
