import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { Subjects } from "../../domain/personal/Subjects.ts";

/**
 * Encrypts the keys of persons with the current secret of the service, at the start and every hour, so that a secret can
 * be removed once all processes have a new one. Deletes what an interrupted rebuild of the projections left.
 */
export const rotateSubjectKeys = Effect.flatMap(Subjects, ({ dropAbandonedRebuild, rotate }) =>
  Effect.zipRight(dropAbandonedRebuild, rotate)
).pipe(
  Effect.flatMap((rotated) =>
    rotated === 0 ? Effect.void : Effect.logInfo(`Encrypted the keys of ${rotated} persons with the current secret`)
  ),
  Effect.catchAll((problem) => Effect.logWarning("The keys of persons keep their secret for now", problem)),
  Effect.repeat(Schedule.spaced("1 hour"))
);
