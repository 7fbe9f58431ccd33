import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { DatabaseStatus } from "../../domain/health/DatabaseStatus.ts";
import type { FollowedClock } from "./FollowedClock.ts";

/** In milliseconds. Less is left as it is: every comparison of times tolerates it. */
const tolerated = 1_000;

/** In milliseconds: half the duration of a measurement that is too inexact to change a correction. */
const inexact = 500;

const interval = "10 seconds";

const seconds = (milliseconds: number): string => `${Math.abs(Math.round(milliseconds / 1_000))} s`;

/** Measures once how far the clock of the database is ahead, and corrects the clock by it if it is more than a second. */
export const correctClock = Effect.fnUntraced(function* (clock: FollowedClock) {
  const status = yield* DatabaseStatus;
  const before = clock.machineTimeMs;
  const time = yield* status.time;
  if (time === null) return;
  const after = clock.machineTimeMs;
  const [ahead, error] = [time - (before + after) / 2, Math.abs(after - before) / 2];
  const wasCorrected = clock.correctionMs !== 0;
  if (wasCorrected && error > inexact) return;
  const isOff = Math.abs(ahead) - error > tolerated;
  clock.correctionMs = isOff ? Math.round(ahead) : 0;
  if (isOff && !wasCorrected)
    yield* Effect.logWarning(
      `The clock of this machine is ${seconds(ahead)} ${ahead > 0 ? "behind" : "ahead of"} that of the database. This process goes by the clock of the database; enable NTP on both machines`
    );
  if (!isOff && wasCorrected) yield* Effect.logInfo("The clock of this machine agrees with that of the database again");
});

/** Keeps a clock corrected. While the database cannot be asked, the last correction stays. */
export const followDatabaseClock = (clock: FollowedClock): Effect.Effect<never, never, DatabaseStatus> =>
  Effect.zipRight(Effect.repeat(Effect.ignore(correctClock(clock)), Schedule.spaced(interval)), Effect.never);
