import * as Effect from "effect/Effect";
import type { VersionConflict } from "../../domain/event/EventLog.ts";
import { StreamContended } from "../../domain/event/StreamContended.ts";

/** How often a change is attempted again because another writer appended to its stream first. */
const maxRetries = 20;

/** Whether an error says that another writer appended to a stream first. */
export const isConflict = (error: unknown): error is VersionConflict =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "VersionConflict";

/**
 * Runs an attempt that loads, decides and appends, and runs it again each time another writer appended first. It fails with
 * `StreamContended` after 20 retries.
 */
export const retryConflicts = <A, E, R>(
  attempt: Effect.Effect<A, E | VersionConflict, R>
): Effect.Effect<A, E | StreamContended, R> =>
  attempt.pipe(
    Effect.retry({ while: isConflict, times: maxRetries }),
    Effect.catchAll((error) => Effect.fail(isConflict(error) ? new StreamContended({ cause: error }) : error))
  );
