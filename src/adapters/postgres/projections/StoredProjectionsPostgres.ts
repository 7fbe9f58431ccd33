import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { EventLog, EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import {
  type StoredDifference,
  type StoredProjectionName,
  StoredProjections
} from "../../../domain/projection/StoredProjections.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { fillShadows } from "./projectionShadows.ts";

/** The maximum number of differences that is reported for each projection. */
const maxDifferences = 100;

interface StoredTable {
  readonly projection: StoredProjectionName;
  /** The query for the number of rows that follow from the log. */
  readonly rows: string;
  /** The query for the `key`, `log` and `stored` of every row that differs. */
  readonly differences: string;
  readonly restore: ReadonlyArray<string>;
}

const authorizationColumns =
  "authorization_id, position, did, client_id, scope, granted_at, used_at, expires_at, ended_at, end_reason";

const authorizationText = (row: string): string => `case when ${row}.position is null then null else concat_ws(' ',
  ${row}.position, ${row}.did, ${row}.client_id, ${row}.scope, ${row}.granted_at, ${row}.used_at, ${row}.expires_at,
  ${row}.ended_at, ${row}.end_reason) end`;

/**
 * In these statements, `s` is a row of the shadow that was rebuilt from the log (in `pg_temp`). The stored row is `l` in
 * lookups, `o` in open writes and pending revocations, `a` in authorizations, and `u` in unredeemed codes.
 */
const tables: ReadonlyArray<StoredTable> = [
  {
    projection: "lookups",
    rows: "select count(*)::int as rows from pg_temp.lookups",
    differences: `
      select kind || ' ' || key as key, s.stream as log, l.stream as stored
      from pg_temp.lookups s full join tidemark.lookups l using (kind, key) where s.stream is distinct from l.stream`,
    restore: [
      "delete from tidemark.lookups l where not exists (select from pg_temp.lookups s where s.kind = l.kind and s.key = l.key)",
      `insert into tidemark.lookups as l (kind, key, stream) select kind, key, stream from pg_temp.lookups
       on conflict (kind, key) do update set stream = excluded.stream where l.stream <> excluded.stream`
    ]
  },
  {
    projection: "open-writes",
    rows: "select count(*)::int as rows from pg_temp.open_writes where not not_found",
    differences: `
      select stream as key, case when s.stream is null then null else 'open' end as log,
        case when o.stream is null then null else 'open' end as stored
      from pg_temp.open_writes s full join tidemark.open_writes o using (stream)
      where s.stream is null or (o.stream is null and not s.not_found)`,
    restore: [
      "delete from tidemark.open_writes o where not exists (select from pg_temp.open_writes s where s.stream = o.stream)",
      `insert into tidemark.open_writes (stream, due_at) select stream, clock_timestamp() from pg_temp.open_writes
       where not not_found on conflict (stream) do nothing`
    ]
  },
  {
    projection: "owed-revocations",
    rows: "select count(*)::int as rows from pg_temp.pending_revocations",
    differences: `
      select session_id as key, case when s.session_id is null then null else 'owed' end as log,
        case when o.session_id is null then null else 'owed' end as stored
      from pg_temp.pending_revocations s full join tidemark.pending_revocations o using (session_id)
      where s.session_id is null or o.session_id is null`,
    restore: [
      `delete from tidemark.pending_revocations o
       where not exists (select from pg_temp.pending_revocations s where s.session_id = o.session_id)`,
      `insert into tidemark.pending_revocations (session_id, enqueued_at, due_at)
       select session_id, clock_timestamp(), clock_timestamp() from pg_temp.pending_revocations
       on conflict (session_id) do nothing`
    ]
  },
  {
    projection: "authorizations",
    rows: "select count(*)::int as rows from pg_temp.authorizations",
    differences: `
      select authorization_id as key, ${authorizationText("s")} as log, ${authorizationText("a")} as stored
      from pg_temp.authorizations s full join tidemark.authorizations a using (authorization_id)
      where ${authorizationText("s")} is distinct from ${authorizationText("a")}`,
    restore: [
      `delete from tidemark.authorizations a where not exists (
         select from pg_temp.authorizations s where s.authorization_id = a.authorization_id
           and ${authorizationText("s")} = ${authorizationText("a")})`,
      `insert into tidemark.authorizations (${authorizationColumns})
       select ${authorizationColumns} from pg_temp.authorizations on conflict (authorization_id) do nothing`
    ]
  },
  {
    projection: "unredeemed-codes",
    rows: "select count(*)::int as rows from pg_temp.unredeemed_codes",
    differences: `
      select authorization_id as key, s.expires_at::text as log, u.expires_at::text as stored
      from pg_temp.unredeemed_codes s full join tidemark.unredeemed_codes u using (authorization_id)
      where s.expires_at is distinct from u.expires_at`,
    restore: [
      `delete from tidemark.unredeemed_codes u where not exists (
         select from pg_temp.unredeemed_codes s
         where s.authorization_id = u.authorization_id and s.expires_at = u.expires_at)`,
      `insert into tidemark.unredeemed_codes (authorization_id, expires_at)
       select authorization_id, expires_at from pg_temp.unredeemed_codes on conflict (authorization_id) do nothing`
    ]
  }
];

const unavailable = storeUnavailable("projections");

const compareTable = Effect.fnUntraced(function* ({ differences, projection, rows }: StoredTable) {
  const sql = yield* SqlClient;
  const [counted] = yield* sql.unsafe<{ rows: number }>(rows);
  const found = yield* sql.unsafe<StoredDifference & { readonly count: number }>(
    `select key, log, stored, count(*) over ()::int as count from (${differences}) d order by key limit ${maxDifferences}`
  );
  return {
    projection,
    rows: counted?.rows ?? 0,
    count: found[0]?.count ?? 0,
    differences: found.map(({ key, log, stored }) => ({ key, log, stored }))
  };
});

const restoreTable = Effect.fnUntraced(function* ({ restore }: StoredTable) {
  const sql = yield* SqlClient;
  yield* Effect.forEach(restore, (statement) => sql.unsafe(statement), { discard: true });
});

type Work<A> = Effect.Effect<A, SqlError | EventLogUnavailable, SqlClient | EventLog>;

/** Runs work in one snapshot of the log and the stored projections. */
const inSnapshot = Effect.fnUntraced(function* <A>(work: Work<A>) {
  const sql = yield* SqlClient;
  return yield* sql.withTransaction(
    Effect.zipRight(sql.unsafe("set transaction isolation level repeatable read"), work)
  );
});

const comparison = Effect.fnUntraced(function* (progress: (position: number) => Effect.Effect<void>) {
  const sql = yield* SqlClient;
  const [head] = yield* sql<{ position: number }>`select position from tidemark.log_head`;
  yield* fillShadows(progress);
  const projections = yield* Effect.forEach(tables, compareTable);
  return { position: head?.position ?? 0, projections };
});

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : error instanceof Error ? codeOf(error.cause) : undefined;

/** Whether another transaction changed the same row meanwhile. */
const isRace = (error: unknown): boolean => ["40001", "40P01"].includes(String(codeOf(error)));

const makeStoredProjections = Effect.gen(function* () {
  const services = yield* Effect.context<SqlClient | EventLog>();
  const provided = <A>(work: Work<A>) =>
    Effect.provide(inSnapshot(work), services).pipe(
      Effect.catchAllDefect((defect) => (defect instanceof SqlError ? Effect.fail(defect) : Effect.die(defect)))
    );
  return StoredProjections.of({
    compare: (progress) => Effect.mapError(provided(comparison(progress)), unavailable),
    restore: (progress) =>
      provided(
        Effect.tap(comparison(progress), ({ projections }) =>
          Effect.forEach(
            tables.filter((table) =>
              projections.some((each) => each.projection === table.projection && each.count > 0)
            ),
            restoreTable,
            { discard: true }
          )
        )
      ).pipe(Effect.retry({ while: isRace, times: 5 }), Effect.mapError(unavailable))
  });
});

/** The stored projections in the schema `tidemark`, compared with the log in a separate transaction. */
export const layer: Layer.Layer<StoredProjections, never, SqlClient | EventLog> = Layer.effect(
  StoredProjections,
  makeStoredProjections
);
