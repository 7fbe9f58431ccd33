import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Backfill, BackfillState } from "../../../domain/sync/backfill/Backfill.ts";
import { type BackfillAbortReason, BackfillTarget } from "../../../domain/sync/backfill/BackfillJobEvent.ts";
import { type BackfillPage, Backfills, paceIntervalMs } from "../../../domain/sync/backfill/Backfills.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("backfills");

interface Row {
  readonly id: number;
  readonly target: unknown;
  readonly state: BackfillState;
  readonly abortReason: BackfillAbortReason | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly isListed: boolean;
  readonly cursor: string | null;
  readonly fruitlessPages: number;
  readonly repositories: number;
  readonly processed: number;
  readonly failed: number;
  readonly records: number;
  readonly bytes: number;
  readonly paceAt: number;
  readonly paceProcessed: number;
}

const decodeTarget = Schema.decodeUnknownSync(BackfillTarget);

const fromRow = ({ id, paceAt, paceProcessed, target, ...row }: Row): Backfill => ({
  ...row,
  id: String(id),
  target: decodeTarget(target),
  pace: { at: paceAt, processed: paceProcessed }
});

/** An id that no backfill has is 0. */
const idOf = (id: string): number => (/^[1-9][0-9]{0,8}$/.test(id) ? Number(id) : 0);

const columns = `id, target, state, abort_reason as "abortReason", started_at::float8 as "startedAt",
  ended_at::float8 as "endedAt", is_listed as "isListed", cursor, fruitless_pages as "fruitlessPages", repositories,
  processed, failed, records::float8 as records, bytes::float8 as bytes, pace_at::float8 as "paceAt",
  pace_processed as "paceProcessed"`;

const addPage = Effect.fnUntraced(function* (sql: SqlClient, id: string, { dids, from, next }: BackfillPage) {
  const [found] = yield* sql<{ readonly id: number }>`
    select id from tidemark.backfills where id = ${idOf(id)} and state = 'running' and not is_listed
      and cursor is not distinct from ${from} for update`;
  if (found === undefined) return null;
  const added = yield* sql<{ readonly did: Did }>`
    insert into tidemark.backfill_repositories (backfill, did)
    select distinct ${found.id}::int, did from unnest(${[...dids]}::text[]) as d (did)
    on conflict do nothing returning did`;
  yield* sql`
    update tidemark.backfills set cursor = ${next}, is_listed = ${next === null},
      repositories = repositories + ${added.length},
      fruitless_pages = ${added.length === 0 ? sql`fruitless_pages + 1` : sql`0`}
    where id = ${found.id}`;
  return added.map(({ did }) => did);
});

const makeBackfills = Effect.map(SqlClient, (sql) => {
  const selected = sql.literal(columns);
  const atomic = <A, E>(work: Effect.Effect<A, E>) => sql.withTransaction(work);
  return Backfills.of({
    start: (target, startedAt) =>
      sql<Row>`insert into tidemark.backfills (target, started_at, pace_at, next_pace_at)
        values (${JSON.stringify(target)}::text::jsonb, ${startedAt}, ${startedAt}, ${startedAt})
        returning ${selected}`.pipe(
        Effect.flatMap(([row]) =>
          row === undefined ? Effect.dieMessage("The backfill was not stored") : Effect.succeed(fromRow(row))
        ),
        Effect.mapError(unavailable)
      ),
    find: (id) =>
      sql<Row>`select ${selected} from tidemark.backfills where id = ${idOf(id)}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => (row === undefined ? null : fromRow(row)) })
      ),
    list: (before, limit) =>
      sql<Row>`select ${selected} from tidemark.backfills
        ${before === null ? sql`` : sql`where id < ${idOf(before)}`} order by id desc limit ${limit}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(fromRow) })
      ),
    running: sql<Row>`select ${selected} from tidemark.backfills where state = 'running' order by id`.pipe(
      Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(fromRow) })
    ),
    addPage: (id, page) => Effect.mapError(atomic(addPage(sql, id, page)), unavailable),
    record: (did, { bytes, failed, records }, at) =>
      sql`with done as (
          update tidemark.backfill_repositories set is_processed = true where did = ${did} and not is_processed
          returning backfill)
        update tidemark.backfills set processed = processed + 1, failed = failed + ${failed ? 1 : 0},
          records = records + ${records}, bytes = bytes + ${bytes},
          pace_at = case when ${at} - next_pace_at > ${paceIntervalMs} then next_pace_at else pace_at end,
          pace_processed =
            case when ${at} - next_pace_at > ${paceIntervalMs} then next_pace_processed else pace_processed end,
          next_pace_at = case when ${at} - next_pace_at > ${paceIntervalMs} then ${at} else next_pace_at end,
          next_pace_processed =
            case when ${at} - next_pace_at > ${paceIntervalMs} then processed + 1 else next_pace_processed end
        where id in (select backfill from done) and state = 'running'`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    waiting: (id, after, limit) =>
      sql<{ readonly did: Did }>`select did from tidemark.backfill_repositories
        where backfill = ${idOf(id)} and not is_processed and did > ${after ?? ""} order by did limit ${limit}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(({ did }) => did) })
      ),
    awaited: (dids) =>
      sql<{ readonly did: Did }>`select distinct did from tidemark.backfill_repositories
        where did = any(${[...dids]}) and not is_processed`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => new Set(rows.map(({ did }) => did)) })
      ),
    end: (id, end, at) =>
      atomic(
        Effect.zipLeft(
          sql<Row>`update tidemark.backfills set state = ${end.state}, ended_at = ${at},
              abort_reason = ${end.state === "aborted" ? end.reason : null}
            where id = ${idOf(id)} and state = 'running' returning ${selected}`,
          sql`delete from tidemark.backfill_repositories r using tidemark.backfills b
            where r.backfill = ${idOf(id)} and b.id = r.backfill and b.state <> 'running'`
        )
      ).pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => (row === undefined ? null : fromRow(row)) })
      )
  });
});

/** Backfills in `tidemark.backfills`, and the repositories of the running ones in `tidemark.backfill_repositories`. */
export const layer: Layer.Layer<Backfills, never, SqlClient> = Layer.effect(Backfills, makeBackfills);
