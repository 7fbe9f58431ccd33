import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { type AuditPage, AuditTrail, AuditUnavailable } from "../../../domain/audit/AuditTrail.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { currentHead } from "../log/currentHead.ts";
import { type EventRow, eventColumns, recordedEvents } from "../log/eventRow.ts";
import { type SubjectKeySealed, SubjectKeys } from "../personal/SubjectKeys.ts";
import { auditConditions, type SearchTerms } from "./auditConditions.ts";
import { auditFailure } from "./auditFailure.ts";
import { type Batch, type Bounds, batches } from "./batches.ts";
import { catchUpHistory, caughtUpTo } from "./catchUpHistory.ts";
import { searchTerms } from "./searchTerms.ts";
import { timeBounds } from "./timeBounds.ts";

interface AuditTrailPostgresOptions {
  /** The number of positions in the first batch that is searched; 2,000 by default. */
  readonly firstBatchSize?: number;
  /** The number of events not yet in the history that may be searched in the log instead; 5,000 by default. */
  readonly recent?: number;
  /** How long a caller waits for the history to catch up; 5 seconds by default. */
  readonly catchUpTimeout?: Duration.DurationInput;
}

/** The time limit of one statement. Longer ones would take resources from everybody else. */
const timeoutMs = 5_000;

/**
 * Settings for the transaction of a search. The values of a filter decide which index is best, so the plan is made for them.
 * Every filter has an index, so that no scan is needed, and one search must not take all processors.
 */
const settings = `select set_config('plan_cache_mode', 'force_custom_plan', true),
  set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
  set_config('statement_timeout', '${timeoutMs}', true)`;

/** The positions that are searched: in the history, and in the log after what the history has. */
interface ScanRange {
  readonly entries: Bounds;
  readonly since: Bounds;
}

const intersect = ({ entries, since }: ScanRange, { first, last }: Bounds): ScanRange => ({
  entries: { first: Math.max(entries.first, first), last: Math.min(entries.last, last) },
  since: { first: Math.max(since.first, first), last: Math.min(since.last, last) }
});

const pageBounds = ({ after, order, upTo }: AuditPage): Bounds => {
  const end = upTo ?? Number.MAX_SAFE_INTEGER;
  if (after === null) return { first: 1, last: end };
  return order === "newest first" ? { first: 1, last: Math.min(end, after - 1) } : { first: after + 1, last: end };
};

const unavailable = auditFailure("search");

const unready = new AuditUnavailable({
  operation: "search",
  reason: "unready",
  cause: new Error("the search index is too far behind the log")
});

type Scan<A> = (within: ScanRange, terms: SearchTerms) => Effect.Effect<A, SqlError | SubjectKeySealed>;

/** The log up to its head. The history has it up to `known`. */
interface Parts {
  readonly head: number;
  readonly known: number;
}

const runScan = Effect.fnUntraced(function* <A>(
  sql: SqlClient,
  keys: SubjectKeys["Type"],
  filter: AuditFilter,
  { head, known }: Parts,
  look: Scan<A>
) {
  yield* sql.unsafe(settings);
  const entries = yield* timeBounds(sql, filter, { first: 1, last: known });
  return yield* look({ entries, since: { first: known + 1, last: head } }, yield* searchTerms(keys, filter));
});

const makeAuditTrail = ({
  firstBatchSize = 2_000,
  recent = 5_000,
  catchUpTimeout = "5 seconds"
}: AuditTrailPostgresOptions) =>
  Effect.map(Effect.all([SqlClient, SubjectKeys]), ([sql, keys]) => {
    const columns = sql.literal(eventColumns);
    const catchUp = Effect.provideService(catchUpHistory, SqlClient, sql).pipe(
      Effect.mapError(unavailable),
      Effect.timeoutFail({ duration: catchUpTimeout, onTimeout: () => unready })
    );

    const matchingIn = (filter: AuditFilter, terms: SearchTerms, { first, last, source }: Batch) =>
      sql.and([sql`position >= ${first}`, sql`position <= ${last}`, ...auditConditions(sql, source, filter, terms)]);

    const tableOf = ({ source }: Batch) => sql.literal(`tidemark.${source}`);

    /** All positions are found before the limit is applied. With the limit, the planner would bet on an early end. */
    const readBatch = ({ filter, order }: AuditPage, terms: SearchTerms, batch: Batch, limit: number) => {
      const by = sql.literal(order === "newest first" ? "desc" : "asc");
      return sql<EventRow>`
        with matching as materialized (select position as at from ${tableOf(batch)} where ${matchingIn(filter, terms, batch)})
        select ${columns} from (select at from matching order by at ${by} limit ${limit}) as page
        join tidemark.events on position = at order by position ${by}`.pipe(
        Effect.flatMap((rows) => recordedEvents(keys, rows))
      );
    };

    const countBatch = (filter: AuditFilter, terms: SearchTerms, batch: Batch) =>
      sql<{
        count: number;
      }>`select count(*) as count from ${tableOf(batch)} where ${matchingIn(filter, terms, batch)}`.pipe(
        Effect.map(([row]) => row?.count ?? 0)
      );

    /** Related events are few, and found by index: one statement has all of them. */
    const firstBatch = ({ filter, limit }: AuditPage): number =>
      filter.related === undefined ? Math.max(firstBatchSize, limit) : Number.MAX_SAFE_INTEGER;

    const collect = (page: AuditPage, within: ScanRange, terms: SearchTerms) =>
      Effect.reduce(
        batches(page.order, within.entries, within.since, firstBatch(page)),
        [] as ReadonlyArray<RecordedEvent>,
        (found, batch) =>
          found.length >= page.limit
            ? Effect.succeed(found)
            : Effect.map(readBatch(page, terms, batch, page.limit - found.length), (more) => [...found, ...more])
      );

    const countUpTo = (filter: AuditFilter, max: number, within: ScanRange, terms: SearchTerms) =>
      Effect.reduce(batches("newest first", within.entries, within.since, firstBatchSize), 0, (found, batch) =>
        found >= max
          ? Effect.succeed(max)
          : Effect.map(countBatch(filter, terms, batch), (count) => Math.min(max, found + count))
      );

    /**
     * Searches the log for what the history lacks, if one statement can do so. Otherwise the history catches up first, up to
     * an event of a later version; what follows that event is searched in the log, however much it is.
     */
    const split = Effect.all([currentHead(sql), caughtUpTo(sql)]).pipe(
      Effect.mapError(unavailable),
      Effect.flatMap(([head, known]) =>
        head - known <= recent
          ? Effect.succeed({ head, known: Math.min(known, head) })
          : Effect.map(catchUp, (stop) => ({ head, known: Math.min(head, (stop?.position ?? head + 1) - 1) }))
      )
    );

    const scan = <A>(filter: AuditFilter, look: Scan<A>) =>
      Effect.flatMap(split, (parts) =>
        Effect.mapError(sql.withTransaction(runScan(sql, keys, filter, parts, look)), unavailable)
      );

    /** Reads a page without a filter, which is a part of the log. */
    const readLog = ({ limit, order, ...page }: AuditPage) => {
      const { first, last } = pageBounds({ limit, order, ...page });
      const by = sql.literal(order === "newest first" ? "desc" : "asc");
      return sql<EventRow>`
        select ${columns} from tidemark.events where position >= ${first} and position <= ${last}
        order by position ${by} limit ${limit}`.pipe(
        Effect.flatMap((rows) => recordedEvents(keys, rows)),
        Effect.mapError(unavailable)
      );
    };

    return AuditTrail.of({
      page: (page) =>
        Object.keys(page.filter).length === 0
          ? readLog(page)
          : scan(page.filter, (within, terms) => collect(page, intersect(within, pageBounds(page)), terms)),
      count: (filter, max) => scan(filter, (within, terms) => countUpTo(filter, max, within, terms))
    });
  });

/** The history with other limits than the default ones. */
export const layerWith = (
  options: AuditTrailPostgresOptions
): Layer.Layer<AuditTrail, never, SqlClient | SubjectKeys> => Layer.effect(AuditTrail, makeAuditTrail(options));

/** The history of `tidemark.events`. It is searched in batches from one end, by the columns of `tidemark.audit_entries`. */
export const layer = layerWith({});
