import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { OverdueAuthorizations } from "../../domain/authorization/OverdueAuthorizations.ts";
import { runOut } from "../../domain/authorization/runOut.ts";
import { endAuthorization } from "./endAuthorization.ts";

/** Clocks differ, and a reply may be repeated a little later: what ran out is left alone so long, in milliseconds. */
const grace = 5 * 60_000;

/** How many are ended at once. */
const share = 100;

/**
 * Ends the authorizations that ran out, with their sessions, so that the log says so and their PDSes are told by the
 * outbox. What was used in the meantime goes on. Answers how many there were to look at.
 */
export const endOverdue = Effect.gen(function* () {
  const overdue = yield* OverdueAuthorizations;
  const now = (yield* Clock.currentTimeMillis) - grace;
  const found = yield* overdue.list(now, share);
  yield* Effect.forEach(
    found,
    (authorizationId) =>
      endAuthorization({
        authorizationId,
        reason: (state) => runOut(state, now),
        actor: { type: "system", id: null }
      }),
    { concurrency: 4, discard: true }
  );
  return found.length;
});

/** Does so for ever, about every ten minutes; a failure waits for the next time. */
export const endOverdueRegularly = Effect.repeat(endOverdue, { while: (count) => count === share }).pipe(
  Effect.catchAll((problem) => Effect.logDebug("What ran out was not ended", problem)),
  Effect.schedule(Schedule.jittered(Schedule.spaced("10 minutes")))
);
