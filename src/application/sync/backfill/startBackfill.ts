import type { Actor } from "../../../domain/event/Envelope.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { BackfillRequest } from "./BackfillRequest.ts";
import { beginBackfill } from "./backfillJobs.ts";
import { readBackfillRequest } from "./readBackfillRequest.ts";

/**
 * Starts a backfill, which the service carries out in the background, and returns it. Fails with `BackfillRefused` if an
 * actor cannot be resolved, the collection is not in use, or no relay is configured.
 */
export const startBackfill = traced("startBackfill")(function* (request: BackfillRequest, actor: Actor) {
  const target = yield* readBackfillRequest(request);
  return yield* beginBackfill(target, actor);
});
