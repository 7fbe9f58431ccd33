import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import { layer as activityCounts } from "../../../../src/adapters/postgres/audit/ActivityCountsPostgres.ts";
import { layerWith } from "../../../../src/adapters/postgres/audit/AuditTrailPostgres.ts";
import { catchUpHistory } from "../../../../src/adapters/postgres/audit/catchUpHistory.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { ActivityCounts } from "../../../../src/domain/audit/ActivityCounts.ts";
import { AuditTrail } from "../../../../src/domain/audit/AuditTrail.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { freshStream, sampleEvent } from "../../../contracts/sampleEvent.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const stores = Layer.provideMerge(Layer.merge(layerWith({ recent: 1 }), eventLog), migratedDatabase);

const appendTypes = (...types: ReadonlyArray<string>) =>
  Effect.flatMap(EventLog, ({ append }) =>
    append(
      freshStream(),
      0,
      types.map((type) => sampleEvent({ type }))
    )
  );

const written = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [row] = yield* sql<{ entries: number; position: number }>`
    select (select count(*)::int from tidemark.audit_entries) as entries,
      (select position from tidemark.audit_progress) as position`;
  return row;
});

it.layer(stores, { timeout: "60 seconds" })("the history of a log with events of a later version", (it) => {
  it.effect("stops before the first one, which is named once in the log, and is searched in the log from there", () => {
    const lines: Array<string> = [];
    const logger = Logger.make(({ message }) => {
      lines.push(String(Array.isArray(message) ? message[0] : message));
    });
    return Effect.gen(function* () {
      yield* appendTypes(
        "RecordWritten.v1",
        "RecordWritten.v1",
        "SomethingNew.v1",
        "RecordWritten.v1",
        "SomethingNew.v2"
      );
      const { catchUp } = yield* Effect.provide(ActivityCounts, activityCounts);
      yield* catchUp;
      yield* catchUp;
      assert.deepStrictEqual(yield* written, { entries: 2, position: 2 });
      assert.deepStrictEqual(lines, [
        "The event of type SomethingNew.v1 at position 3 of the log was written by a later version of Tidemark: run that version or a later one. Until then this process does not update the audit index"
      ]);
      const { page } = yield* AuditTrail;
      const found = yield* page({
        filter: { clientId: "client_1" },
        order: "newest first",
        after: null,
        upTo: null,
        limit: 10
      });
      assert.deepStrictEqual(
        found.map(({ position }) => position),
        [5, 4, 3, 2, 1]
      );
    }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)));
  });

  it.effect("continues when a process of that version has passed them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* sql`update tidemark.audit_progress set position = 5`;
      yield* appendTypes("RecordWritten.v1");
      assert.isNull(yield* catchUpHistory);
      assert.deepStrictEqual(yield* written, { entries: 3, position: 6 });
    })
  );
});
