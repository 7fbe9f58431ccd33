import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { OwedRevocations } from "../../domain/session/OwedRevocations.ts";
import { giveBack, type Resting } from "./giveBack.ts";

/** How many sessions are taken up at once, and for how long nobody else takes them, in milliseconds. */
const share = { sessions: 32, milliseconds: 120_000 };

/** Tells the PDSes of the sessions that are due, and gives how many there were. */
export const giveBackDue = (resting: Resting) =>
  Effect.gen(function* () {
    const owed = yield* OwedRevocations;
    const due = yield* owed.claim(share.sessions, share.milliseconds);
    yield* Effect.forEach(
      due,
      (each) => Effect.catchAll(giveBack(each, resting), (problem) => Effect.logDebug("A PDS was not told", problem)),
      { concurrency: 8, discard: true }
    );
    return due.length;
  });

/**
 * Tells PDSes for ever which sessions are over, about once a second: those that nobody told them, because it failed or
 * whoever was to do it died. Several processes do not get in each other's way.
 */
export const giveBackRegularly = Effect.suspend(() => {
  const resting: Resting = new Map();
  return Effect.repeat(giveBackDue(resting), { while: (count) => count === share.sessions }).pipe(
    Effect.catchAll((problem) => Effect.logDebug("No PDS was told", problem)),
    Effect.schedule(Schedule.jittered(Schedule.spaced("1 second")))
  );
});
