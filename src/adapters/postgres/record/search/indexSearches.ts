import { SqlClient } from "@effect/sql/SqlClient";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schedule from "effect/Schedule";
import { forkSupervised } from "../../../../application/background/supervise.ts";
import { RecordIndex } from "../../../../domain/record/index/RecordIndex.ts";
import { WordKeeper } from "./keepWords.ts";
import type { SearchStates } from "./SearchStates.ts";

/**
 * The index, with the words of records that can be searched stored and indexed in the background. Every few seconds it
 * stores the words that other processes did not.
 */
export const layer = (
  states: SearchStates,
  interval: Duration.DurationInput = "5 seconds"
): Layer.Layer<RecordIndex, never, RecordIndex | SqlClient> =>
  Layer.scoped(
    RecordIndex,
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      const sql = yield* SqlClient;
      let keeper: WordKeeper | null = null;
      const keep = Effect.suspend(() => keeper?.keep ?? Effect.void).pipe(
        Effect.provideService(SqlClient, sql),
        Effect.catchAll((problem) => Effect.logWarning("The words of records could not be indexed", problem))
      );
      yield* forkSupervised("index the words of records")(Effect.repeat(keep, Schedule.spaced(interval)));
      return RecordIndex.of({
        ...index,
        define: (lexicons) =>
          Effect.tap(index.define(lexicons), () => {
            keeper = new WordKeeper(states, lexicons);
          })
      });
    })
  );
