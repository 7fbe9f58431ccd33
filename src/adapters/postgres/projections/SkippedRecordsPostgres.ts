import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import {
  type ListedSkippedRecord,
  maxSkippedPerAccount,
  type SkippedOfRepository,
  SkippedRecords
} from "../../../domain/sync/backfill/SkippedRecords.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("skipped-records");

/** Locks the row of the account first, so that of two callers the later one replaces the complete list. */
const replace = Effect.fnUntraced(function* (
  sql: SqlClient,
  { did, indexedAt, records, rev, total }: SkippedOfRepository
) {
  if (total === 0) return yield* sql`delete from tidemark.skipped_repositories where did = ${did}`;
  yield* sql`insert into tidemark.skipped_repositories (did, rev, indexed_at, total)
    values (${did}, ${rev}, ${new Date(indexedAt)}, ${total})
    on conflict (did) do update set rev = excluded.rev, indexed_at = excluded.indexed_at, total = excluded.total`;
  yield* sql`delete from tidemark.skipped_records where did = ${did}`;
  return yield* sql`insert into tidemark.skipped_records (did, uri, cid, reason)
    select ${did}, uri, cid, reason
    from jsonb_to_recordset(${JSON.stringify(records.slice(0, maxSkippedPerAccount))}::text::jsonb)
      as skipped (uri text, cid text, reason text)`;
});

const makeSkippedRecords = Effect.map(SqlClient, (sql) => {
  return SkippedRecords.of({
    replace: (skipped) => sql.withTransaction(replace(sql, skipped)).pipe(Effect.asVoid, Effect.mapError(unavailable)),
    list: (did, after, limit) =>
      sql<ListedSkippedRecord>`
        select position::float8 as position, did, uri, cid, reason, rev,
          (extract(epoch from indexed_at) * 1000)::float8 as "indexedAt"
        from tidemark.skipped_records join tidemark.skipped_repositories using (did)
        where position > ${after ?? 0} ${did === null ? sql`` : sql`and did = ${did}`}
        order by position limit ${limit}`.pipe(Effect.mapError(unavailable)),
    count: (did) =>
      sql<{ readonly total: number }>`
        select coalesce(sum(total), 0)::float8 as total from tidemark.skipped_repositories
        ${did === null ? sql`` : sql`where did = ${did}`}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row?.total ?? 0 })
      )
  });
});

/** Skipped records in `tidemark.skipped_records`, and their number by account in `tidemark.skipped_repositories`. */
export const layer: Layer.Layer<SkippedRecords, never, SqlClient> = Layer.effect(SkippedRecords, makeSkippedRecords);
