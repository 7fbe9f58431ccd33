import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import * as TestServices from "effect/TestServices";
import { layer as archiveFiles } from "../../../../src/adapters/memory/stores/ArchiveFilesMemory.ts";
import { layer as auditTrail, layerWith } from "../../../../src/adapters/postgres/audit/AuditTrailPostgres.ts";
import { catchUpHistory } from "../../../../src/adapters/postgres/audit/catchUpHistory.ts";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as archivedEvents } from "../../../../src/adapters/postgres/retention/ArchivedEventsPostgres.ts";
import { layer as cosignatures } from "../../../../src/adapters/postgres/transparency/CosignaturesPostgres.ts";
import { layer as sealedTree } from "../../../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { exportHistory } from "../../../../src/application/audit/exportHistory.ts";
import { ndjson } from "../../../../src/application/audit/ndjson.ts";
import { AuditTrail } from "../../../../src/domain/audit/AuditTrail.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { freshStream, sampleEvent } from "../../../contracts/sampleEvent.ts";
import { sealLog } from "../../../support/sealLog.ts";
import { TestDatabase } from "../../../support/TestDatabase.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const stores = Layer.provideMerge(
  Layer.mergeAll(auditTrail, eventLog, sealedTree, cosignatures, archivedEvents, archiveFiles),
  migratedDatabase
);

const append = (count: number, clientId = "client_1") =>
  Effect.flatMap(EventLog, (log) =>
    log.append(
      freshStream(),
      0,
      Array.from({ length: count }, () => sampleEvent({ clientId }))
    )
  );

const taken = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ entries: number; counted: number; position: number }>`
    select (select count(*) from tidemark.audit_entries) as entries,
      (select coalesce(sum(logins + refreshes + writes + failures + other), 0)::int from tidemark.activity
        where unit = 'hour') as counted,
      (select position from tidemark.audit_progress) as position`
);

it.layer(stores, { timeout: "60 seconds" })("the index of the history", (it) => {
  it.effect("has each event once, however many processes copy events while others append", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase;
      const process = Effect.provide(catchUpHistory, Layer.fresh(postgresClient({ url, maxConnections: 1 })));
      const appends = Effect.forEach(Array.from({ length: 20 }), () => append(50));
      yield* Effect.all([appends, process, process, process, process], { concurrency: "unbounded" });
      yield* process;
      assert.deepStrictEqual(yield* taken, [{ entries: 1000, counted: 1000, position: 1000 }]);
    })
  );

  it.effect("can be emptied, and is filled from the log again", () =>
    Effect.gen(function* () {
      yield* append(10, "client_rare");
      const trail = yield* AuditTrail;
      const sql = yield* SqlClient;
      const page = trail.page({
        filter: { clientId: "client_rare", since: "1970-01-01T00:00:00.000Z" },
        order: "newest first",
        after: null,
        upTo: null,
        limit: 50
      });
      const before = yield* page;
      assert.strictEqual(before.length, 10);
      yield* sql`truncate tidemark.audit_entries, tidemark.activity`;
      yield* sql`update tidemark.audit_progress set position = 0`;
      assert.deepStrictEqual(yield* page, before);
      yield* catchUpHistory;
      assert.deepStrictEqual(yield* page, before);
      const [{ entries, position } = { entries: 0, position: -1 }] = yield* taken;
      assert.strictEqual(entries, position);
    })
  );

  it.effect("EV-05: counts each event once if a process dies between copying events and storing its position", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* catchUpHistory;
      const before = yield* taken;
      yield* append(7);
      yield* sql.unsafe(`
        create function tidemark.die() returns trigger language plpgsql as $$
          begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
        create trigger die before update on tidemark.audit_progress for each row execute function tidemark.die()`);
      assert.strictEqual((yield* Effect.flip(catchUpHistory))._tag, "SqlError");
      yield* sql`drop trigger die on tidemark.audit_progress`.pipe(Effect.retry({ times: 3 }));
      assert.deepStrictEqual(yield* taken, before);
      yield* catchUpHistory;
      const [was, now] = [before[0], (yield* taken)[0]];
      assert.deepStrictEqual(
        [now?.entries, now?.counted, now?.position],
        [(was?.entries ?? 0) + 7, (was?.counted ?? 0) + 7, (was?.position ?? 0) + 7]
      );
    })
  );

  it.effect("reports that it is not ready if it is too far behind the log", () =>
    Effect.gen(function* () {
      yield* append(5);
      const impatient = yield* Effect.provide(AuditTrail, layerWith({ recent: 4, catchUpTimeout: 0 }));
      const page = {
        filter: { clientId: "client_1" },
        order: "newest first",
        after: null,
        upTo: null,
        limit: 1
      } as const;
      const failure = yield* Effect.flip(impatient.page(page));
      assert.strictEqual(failure.reason, "unready");
      const lenient = yield* Effect.provide(AuditTrail, layerWith({ recent: 5, catchUpTimeout: 0 }));
      assert.strictEqual((yield* lenient.page(page)).length, 1);
      yield* catchUpHistory;
      assert.strictEqual((yield* impatient.page(page)).length, 1);
    }).pipe(TestServices.provideLive)
  );

  it.effect("an export ends where the log ended when the export started, whatever is appended meanwhile", () =>
    Effect.gen(function* () {
      yield* append(600, "client_exported");
      const log = yield* EventLog;
      const head = yield* log.head;
      yield* sealLog;
      const lines = yield* exportHistory({ clientId: "client_exported" }, ndjson);
      const text = yield* lines.pipe(
        Stream.tap(() => append(300, "client_exported")),
        Stream.runCollect
      );
      const read = [...text]
        .join("")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const { checkpoint, ...end } = read.at(-1).end;
      assert.deepStrictEqual(end, { count: 600, partial: true });
      assert.include(checkpoint, `\n${head}\n`);
      const positions = read.slice(0, -1).map(({ position }) => position);
      assert.deepStrictEqual(
        positions,
        [...new Set(positions)].toSorted((a, b) => a - b)
      );
      assert.strictEqual(positions.length, 600);
    })
  );

  it.effect("the last line of an export says that the history could not be read to its end", () =>
    Effect.gen(function* () {
      const broken = Layer.effect(
        AuditTrail,
        Effect.map(AuditTrail, (trail) => ({
          ...trail,
          page: (asked: Parameters<typeof trail.page>[0]) =>
            trail.page(asked.after === 0 ? asked : { ...asked, filter: { id: "no uuid" } })
        }))
      );
      yield* append(300, "client_unreadable");
      yield* sealLog;
      const lines = yield* Effect.provide(exportHistory({ clientId: "client_unreadable" }, ndjson), broken);
      const text = [...(yield* Stream.runCollect(lines))].join("");
      assert.deepStrictEqual(JSON.parse(text.trimEnd().split("\n").at(-1) ?? ""), {
        end: { count: 250, incomplete: "the history could not be read to its end. Try again in a moment" }
      });
    })
  );
});
