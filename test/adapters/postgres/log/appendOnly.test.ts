import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { availableAppRole } from "../../../../src/adapters/postgres/schema/appRole.ts";
import { layer as vault } from "../../../../src/adapters/postgres/stores/TokenVaultPostgres.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { TokenVault } from "../../../../src/domain/vault/TokenVault.ts";
import { freshStream, sampleEvents } from "../../../contracts/sampleEvent.ts";
import { TestDatabase } from "../../../support/TestDatabase.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const changes = [
  "update tidemark.events set reason = 'edited'",
  "update tidemark.events set reason = 'edited' where false",
  "delete from tidemark.events",
  "truncate tidemark.events",
  "truncate tidemark.events cascade",
  "update tidemark.archived_events set archive = 1",
  "delete from tidemark.archived_events",
  "truncate tidemark.archived_events"
];

/** An event is deleted together with what is kept of it. */
const archivedAs = (leafHash: string) => `
  with kept as (insert into tidemark.archived_events (position, version, archive, class, stream, leaf_hash)
    select position, version, 1, 'writes', stream, ${leafHash} from tidemark.events where position = 1 returning position)
  delete from tidemark.events where position in (select position from kept)`;

/** The SQLSTATE that a statement is refused with. */
const refusal = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const { cause } = yield* Effect.flip(sql.unsafe(statement));
    return cause instanceof Error && "code" in cause ? cause.code : cause;
  });

const asAppRole = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { url } = yield* TestDatabase;
    const role = Option.getOrThrow(yield* availableAppRole);
    const client = postgresClient({ url, role, maxConnections: 2 });
    return Layer.provideMerge(vault, eventLog).pipe(Layer.provideMerge(client));
  })
);

it.layer(migratedDatabase, { timeout: "60 seconds" })("the append-only log", (it) => {
  it.effect("EV-10: refuses its owner every change by trigger", () =>
    Effect.gen(function* () {
      const log = yield* EventLog;
      const stored = yield* log.append(freshStream(), 0, sampleEvents(2));
      assert.deepStrictEqual(
        yield* Effect.forEach(changes, refusal),
        changes.map(() => "23001")
      );
      assert.deepStrictEqual(yield* log.read((stored[0]?.position ?? 0) - 1, 2), stored);
    }).pipe(Effect.provide(eventLog))
  );

  it.effect("EV-10: lets its owner delete an event only with what is kept of it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      assert.strictEqual(yield* refusal(archivedAs("reverse(leaf_hash)")), "23001");
      assert.strictEqual(yield* refusal(`${archivedAs("leaf_hash")} or position = 2`), "23001");
      yield* sql.unsafe(archivedAs("leaf_hash"));
      const [left] = yield* sql<{ first: number }>`select min(position) as first from tidemark.events`;
      assert.strictEqual(left?.first, 2);
    })
  );

  it.effect("EV-10: denies the application's role every change, and any append past the function", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const [who] = yield* sql<{ user: string }>`select current_user as user`;
      assert.strictEqual(who?.user, "tidemark_app");
      const statements = [
        ...changes,
        "insert into tidemark.events select * from tidemark.events",
        archivedAs("leaf_hash"),
        "update tidemark.log_head set position = 0",
        "delete from tidemark.migrations",
        "alter table tidemark.events disable trigger all",
        "drop table tidemark.events"
      ];
      assert.deepStrictEqual(
        yield* Effect.forEach(statements, refusal),
        statements.map(() => "42501")
      );
    }).pipe(Effect.provide(asAppRole))
  );

  it.effect("lets the application's role append, read, follow and keep everything else", () =>
    Effect.gen(function* () {
      const log = yield* EventLog;
      const stream = freshStream();
      const stored = yield* log.append(stream, 0, sampleEvents(2));
      assert.deepStrictEqual(yield* log.load(stream), stored);
      yield* (yield* TokenVault).put("row", { keyId: "key", bytes: new Uint8Array(1) }, null);
      const sql = yield* SqlClient;
      yield* sql`create table tidemark.records_of_a_collection (uri text)`;
      yield* sql`drop table tidemark.records_of_a_collection`;
    }).pipe(Effect.provide(asAppRole))
  );
});
