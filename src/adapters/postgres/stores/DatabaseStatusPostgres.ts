import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type DatabaseFigures, DatabaseStatus, type TableSize } from "../../../domain/health/DatabaseStatus.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { walArchiving } from "../schema/walArchiving.ts";

const unavailable = storeUnavailable("database-status");

const readFigures = Effect.fnUntraced(function* (sql: SqlClient, limit: number) {
  const [server] = yield* sql<Omit<DatabaseFigures, "tables" | "archiving">>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      (select coalesce(sum(numbackends), 0) from pg_stat_database)::int as connections,
      (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int)
        as "maxConnections"`;
  const tables = yield* sql<TableSize>`
    select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes,
      nullif(c.reltuples, -1)::float8 as rows
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('tidemark', 'tidemark_records') and c.relkind in ('r', 'm')
    order by bytes desc, name limit ${limit}`;
  const archiving = yield* Effect.provideService(walArchiving, SqlClient, sql);
  return server === undefined ? null : ({ ...server, tables, archiving } satisfies DatabaseFigures);
}, Effect.mapError(unavailable));

const readTime = (sql: SqlClient) =>
  sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.pipe(
    Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row?.now ?? null })
  );

/** The figures of the database that the connection uses. */
export const layer: Layer.Layer<DatabaseStatus, never, SqlClient> = Layer.effect(
  DatabaseStatus,
  Effect.map(SqlClient, (sql) => DatabaseStatus.of({ read: (limit) => readFigures(sql, limit), time: readTime(sql) }))
);
