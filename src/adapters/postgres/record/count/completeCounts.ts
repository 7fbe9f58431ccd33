import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Deferred from "effect/Deferred";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schedule from "effect/Schedule";
import { forkSupervised } from "../../../../application/background/supervise.ts";
import { RecordIndex } from "../../../../domain/record/index/RecordIndex.ts";
import { schema } from "../sql/sqlNames.ts";
import type { CountStates } from "./CountStates.ts";

/** How many records a transaction counts. The accounts of their authors cannot be written to until its end. */
const recordsAtOnce = 20_000;

interface Counts {
  readonly collection: string;
  readonly complete: boolean;
}

const readCounts: Effect.Effect<ReadonlyArray<Counts>, SqlError, SqlClient> = Effect.flatMap(SqlClient, (sql) =>
  sql.unsafe<Counts>(`select collection, complete from ${schema}.record_counts order by collection`)
);

/** Reads of which collections the numbers of records are complete. */
export const readCountStates = (states: CountStates): Effect.Effect<void, SqlError, SqlClient> =>
  Effect.map(readCounts, (counts) =>
    states.set(new Set(counts.filter(({ complete }) => complete).map(({ collection }) => collection)))
  );

const completeCollection = Effect.fnUntraced(function* (nsid: string) {
  const sql = yield* SqlClient;
  let after: string | null = "";
  while (after !== null) {
    const rows: ReadonlyArray<{ readonly last: string | null }> = yield* sql.unsafe<{ last: string | null }>(
      `select ${schema}.complete_counts($1, $2, $3) as last`,
      [nsid, after, recordsAtOnce]
    );
    after = rows[0]?.last ?? null;
  }
});

/** Counts the records that were stored by a version that did not count them, of one collection after the other. */
const completeCounts: (states: CountStates) => Effect.Effect<void, SqlError, SqlClient> = Effect.fnUntraced(
  function* (states) {
    const counts = yield* readCounts;
    for (const { collection, complete } of counts) {
      if (complete) continue;
      yield* completeCollection(collection);
      yield* readCountStates(states);
    }
  }
);

/**
 * The index, with the records that a version before this one stored counted in the background, from the first definition on.
 * Until a collection is complete, queries count its rows.
 */
export const layer = (
  states: CountStates,
  interval: Duration.DurationInput = "5 seconds"
): Layer.Layer<RecordIndex, never, RecordIndex | SqlClient> =>
  Layer.scoped(
    RecordIndex,
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      const sql = yield* SqlClient;
      const defined = yield* Deferred.make<void>();
      const complete = completeCounts(states).pipe(
        Effect.provideService(SqlClient, sql),
        Effect.tapError((problem) => Effect.logWarning("The records could not be counted", problem)),
        Effect.retry(Schedule.spaced(interval))
      );
      yield* forkSupervised("count records")(Effect.all([Deferred.await(defined), complete, Effect.never]));
      return RecordIndex.of({
        ...index,
        define: (lexicons) => Effect.zipLeft(index.define(lexicons), Deferred.succeed(defined, undefined))
      });
    })
  );
