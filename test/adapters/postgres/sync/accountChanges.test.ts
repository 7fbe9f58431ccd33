import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as SecureRandomNode from "../../../../src/adapters/crypto/SecureRandomNode.ts";
import { layer as atomicallyPostgres } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as eventLogPostgres } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as dueRepositories } from "../../../../src/adapters/postgres/projections/DueRepositoriesPostgres.ts";
import { layer as knownActors } from "../../../../src/adapters/postgres/record/KnownActorsPostgres.ts";
import { layer as recordIndex } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { loadAccount } from "../../../../src/application/sync/account/accountStream.ts";
import {
  applyAccountChanges,
  type ReportedAccount
} from "../../../../src/application/sync/account/applyAccountChanges.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { Atomically } from "../../../../src/domain/event/Atomically.ts";
import { KnownActors } from "../../../../src/domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordOf, scalar, setOf } from "../../../contracts/recordIndexFixture.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const collection = Nsid.make("test.accounts.note");
const dids = ["a", "b", "c"].map((name) => Did.make(`did:plc:${name}`));

const services = Layer.mergeAll(
  eventLogPostgres,
  atomicallyPostgres,
  dueRepositories,
  knownActors,
  recordIndex(),
  SecureRandomNode.layer
).pipe(Layer.provide(migratedDatabase));

/** Whether the log, the hidden accounts and the visible records say the same of each account. */
const agrees = Effect.gen(function* () {
  const actors = yield* KnownActors;
  const hidden = yield* actors.hidden(dids);
  let shown = 0;
  for (const did of dids) {
    const { state } = yield* loadAccount(did);
    const status = state.visibility._tag === "Hidden" ? state.visibility.status : undefined;
    assert.strictEqual(hidden.get(did), status);
    if (status === undefined) shown += 1;
  }
  assert.strictEqual(yield* actors.records(collection), shown * 5);
});

it.layer(services, { timeout: "60 seconds" })("accounts in PostgreSQL", (it) => {
  it.effect("are hidden in the index exactly as in the log, whoever reports at once", () =>
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      const atomically = yield* Atomically;
      yield* index.define(setOf(collection, { text: scalar("string") }));
      const records = dids.flatMap((did) =>
        Array.from({ length: 5 }, (_, at) =>
          recordOf(collection, `r${at}`, { text: "x" }, { did, rev: "3kaaaaaaaaa2a" })
        )
      );
      yield* index.putAll(records);
      const statuses = ["deactivated", null, "takendown", null, "deleted", "suspended"] as const;
      for (let round = 0; round < 6; round += 1) {
        const reports = Array.from({ length: 4 }, (_, writer) =>
          dids.map((did, at): ReportedAccount => {
            return { did, status: statuses[(round + writer * at + writer) % statuses.length] ?? null };
          })
        );
        // Each writer takes the accounts in the same order, as the one consumer of a source does.
        yield* Effect.forEach(
          reports,
          (some) => atomically.run(Effect.zipRight(index.putAll(records), applyAccountChanges(some))),
          { concurrency: "unbounded", discard: true }
        );
        yield* agrees;
      }
    })
  );
});
