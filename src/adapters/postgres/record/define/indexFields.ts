import { SqlClient } from "@effect/sql/SqlClient";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Queue from "effect/Queue";
import * as Schedule from "effect/Schedule";
import { forkSupervised } from "../../../../application/background/supervise.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { IndexedField } from "../../../../domain/record/index/IndexedField.ts";
import { RecordIndex } from "../../../../domain/record/index/RecordIndex.ts";
import { isRejection } from "../../connection/failureReason.ts";
import { syncIndexes } from "./extraIndexes.ts";

/**
 * The index, with the configured indexes on fields created in the background whenever Lexicons are defined. A creation that
 * fails is repeated, unless the stored values make it fail again. A process that stops does not wait for that: the next one
 * replaces an index whose creation was interrupted.
 */
export const layer = (
  fields: ReadonlyArray<IndexedField>,
  interval: Duration.DurationInput = "5 seconds"
): Layer.Layer<RecordIndex, never, RecordIndex | SqlClient> =>
  Layer.scoped(
    RecordIndex,
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      const sql = yield* SqlClient;
      const defined = yield* Queue.sliding<LexiconSet>(1);
      const sync = Effect.flatMap(Queue.take(defined), (lexicons) =>
        Effect.forkDaemon(syncIndexes(fields, lexicons)).pipe(
          Effect.flatMap(Fiber.join),
          Effect.repeat({ until: (done) => done, schedule: Schedule.spaced("1 second") }),
          Effect.tapError((problem) =>
            Effect.logWarning("The indexes of INDEXED_FIELDS could not be created", problem)
          ),
          Effect.retry({ while: (problem) => !isRejection(problem), schedule: Schedule.spaced(interval) })
        )
      ).pipe(Effect.provideService(SqlClient, sql), Effect.ignore);
      yield* forkSupervised("create the indexes of INDEXED_FIELDS")(Effect.forever(sync));
      return RecordIndex.of({
        ...index,
        define: (lexicons) => Effect.zipLeft(index.define(lexicons), Queue.offer(defined, lexicons))
      });
    })
  );
