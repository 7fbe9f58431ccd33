import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { LetterRetries, type LetterRetry } from "../../../domain/sync/LetterRetries.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("dead-letters");

/** How far dead letters were tried again, in the one row of `tidemark.letter_retries`. */
export const layer: Layer.Layer<LetterRetries, never, SqlClient> = Layer.effect(
  LetterRetries,
  Effect.map(SqlClient, (sql) =>
    LetterRetries.of({
      find: sql<LetterRetry>`
        select digest, before::float8 as before, is_done as "isDone" from tidemark.letter_retries`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row ?? null })
      ),
      save: ({ before, digest, isDone }) =>
        sql`insert into tidemark.letter_retries (digest, before, is_done) values (${digest}, ${before}, ${isDone})
          on conflict (only_row) do update
          set digest = excluded.digest, before = excluded.before, is_done = excluded.is_done`.pipe(
          Effect.asVoid,
          Effect.mapError(unavailable)
        )
    })
  )
);
