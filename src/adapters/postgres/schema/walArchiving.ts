import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { WalArchiving } from "../../../domain/health/WalArchiving.ts";

/** Returns how the server archives its write-ahead log; null if it does not. Any user may read it. */
export const walArchiving: Effect.Effect<WalArchiving | null, SqlError, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  // A segment is named by its timeline, and the upper and the lower half of its number, in hexadecimal digits.
  const [row] = yield* sql<WalArchiving>`
    with settings as (select pg_size_bytes(current_setting('wal_segment_size')) as segment)
    select (extract(epoch from last_archived_time) * 1000)::float8 as "lastArchivedAt",
      (extract(epoch from last_failed_time) * 1000)::float8 as "lastFailedAt",
      case when last_archived_wal ~ '^[0-9A-F]{24}' and not pg_is_in_recovery() then greatest(0,
        div(pg_current_wal_lsn() - '0/0', segment)
          - ('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint * (4294967296 / segment)
          - ('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint - 1)::float8
      end as "waitingSegments"
    from pg_stat_archiver, settings where current_setting('archive_mode') <> 'off'`;
  return row ?? null;
});
