import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { type AuditPage, AuditTrail } from "../../../domain/audit/AuditTrail.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { type EventRow, eventColumns, recordedEvent } from "../eventRow.ts";
import { currentHead } from "../LogHeads.ts";
import { auditConditions } from "./auditConditions.ts";
import { auditFailure } from "./auditFailure.ts";
import { countActivity } from "./countActivity.ts";
import { type Bounds, timeBounds } from "./timeBounds.ts";

/** Milliseconds for one statement: what takes longer is not worth waiting for, and somebody else's time. */
const timeout = 5_000;

/** Positions of the first stretch that is looked through, and how much longer each next one is. */
const usualStretch = 2_000;
const growth = 8;

/**
 * Whatever a filter asks for, its values decide by which index it is found: a plan for all values would not know. The
 * settings last as long as the transaction.
 */
const settings = `select set_config('plan_cache_mode', 'force_custom_plan', true),
  set_config('statement_timeout', '${timeout}', true)`;

const length = ({ first, last }: Bounds): number => last - first + 1;

/** The stretch of so many positions that comes first in an order, and what is left behind it. */
const cut = (order: AuditPage["order"], { first, last }: Bounds, positions: number): readonly [Bounds, Bounds] => {
  if (order === "oldest first") {
    const end = Math.min(last, first + positions - 1);
    return [
      { first, last: end },
      { first: end + 1, last }
    ];
  }
  const start = Math.max(first, last - positions + 1);
  return [
    { first: start, last },
    { first, last: start - 1 }
  ];
};

const makeAuditTrail = (firstStretch: number) =>
  Effect.map(SqlClient, (sql) => {
    const columns = sql.literal(eventColumns);
    const catchUp = Effect.provideService(countActivity, SqlClient, sql);

    const meantIn = (filter: AuditFilter, { first, last }: Bounds) =>
      sql.and([sql`position >= ${first}`, sql`position <= ${last}`, ...auditConditions(sql, filter)]);

    /** The positions are found by what is cheapest for all of them: told of a limit, the planner bets on an early end. */
    const readStretch = ({ filter, order }: AuditPage, stretch: Bounds, limit: number) => {
      const by = sql.literal(order === "newest first" ? "desc" : "asc");
      return sql<EventRow>`
      with meant as materialized (select position as at from tidemark.events where ${meantIn(filter, stretch)})
      select ${columns} from (select at from meant order by at ${by} limit ${limit}) as page
      join tidemark.events on position = at order by position ${by}`.pipe(
        Effect.map((rows) => rows.map(recordedEvent))
      );
    };

    const countStretch = (filter: AuditFilter, stretch: Bounds) =>
      sql<{ count: number }>`select count(*) as count from tidemark.events where ${meantIn(filter, stretch)}`.pipe(
        Effect.map(([row]) => row?.count ?? 0)
      );

    /** A page of a filter that nothing is left out by is a stretch of the log itself. */
    const stretchFor = ({ filter, limit }: AuditPage): number =>
      Object.keys(filter).length === 0 ? limit : firstStretch;

    const collect = (
      page: AuditPage,
      within: Bounds,
      positions: number,
      found: ReadonlyArray<RecordedEvent>
    ): Effect.Effect<ReadonlyArray<RecordedEvent>, SqlError> => {
      if (found.length >= page.limit || length(within) <= 0) return Effect.succeed(found);
      const [stretch, rest] = cut(page.order, within, positions);
      return Effect.flatMap(readStretch(page, stretch, page.limit - found.length), (events) =>
        collect(page, rest, positions * growth, [...found, ...events])
      );
    };

    const tally = (
      filter: AuditFilter,
      within: Bounds,
      atMost: number,
      positions: number,
      found: number
    ): Effect.Effect<number, SqlError> => {
      if (found >= atMost) return Effect.succeed(atMost);
      if (length(within) <= 0) return Effect.succeed(found);
      const [stretch, rest] = cut("newest first", within, positions);
      return Effect.flatMap(countStretch(filter, stretch), (count) =>
        tally(filter, rest, atMost, positions * growth, found + count)
      );
    };

    /** What was counted last is looked through by its times; who asks for none has nothing to count first. */
    const looking = <A>(filter: AuditFilter, look: (within: Bounds) => Effect.Effect<A, SqlError>) => {
      const isTimed = filter.since !== undefined || filter.until !== undefined;
      return Effect.gen(function* () {
        const head = yield* currentHead(sql);
        if (isTimed) yield* catchUp;
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql.unsafe(settings);
            return yield* look(yield* timeBounds(sql, filter, { first: 1, last: head }));
          })
        );
      }).pipe(Effect.mapError(auditFailure));
    };

    return AuditTrail.of({
      page: (page) =>
        looking(page.filter, ({ first, last }) => {
          const { after, order, upTo } = page;
          const newest = order === "newest first";
          const within = {
            first: newest || after === null ? first : Math.max(first, after + 1),
            last: Math.min(last, upTo ?? last, newest && after !== null ? after - 1 : last)
          };
          return collect(page, within, stretchFor(page), []);
        }),
      count: (filter, atMost) => looking(filter, (within) => tally(filter, within, atMost, firstStretch, 0))
    });
  });

/** The same with a first stretch of so many positions. */
export const layerWith = (firstStretch: number): Layer.Layer<AuditTrail, never, SqlClient> =>
  Layer.effect(AuditTrail, makeAuditTrail(firstStretch));

/** The history in `tidemark.events`, looked through in stretches from one end, by the indexes of migration 160. */
export const layer = layerWith(usualStretch);
