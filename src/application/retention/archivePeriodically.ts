import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import { systemActor } from "../../domain/event/Envelope.ts";
import type { RetentionLimit } from "../../domain/retention/RetentionLimit.ts";
import { withRenewedLease } from "../lease/withRenewedLease.ts";
import { archiveEvents } from "./archiveEvents.ts";
import { RetentionSettings } from "./RetentionSettings.ts";

/** How often a process looks whether events are due, and how often it tries to get the lease. */
const every = "1 day";

const archiveClass = Effect.fnUntraced(function* (limit: RetentionLimit) {
  const named = yield* archiveEvents(limit, { actor: systemActor });
  for (const { count, file } of named) yield* Effect.logInfo(`Archived ${count} events of ${limit.class} in ${file}`);
});

/** Archives what is due, class by class. A class that cannot be archived keeps its events, and does not keep the others. */
const archiveAll = Effect.flatMap(RetentionSettings, (limits) =>
  Effect.forEach(
    limits,
    (limit) =>
      Effect.catchAll(archiveClass(limit), (problem) =>
        Effect.logWarning(`The events of ${limit.class} were not archived, and stay in the database`, problem)
      ),
    { discard: true }
  )
);

/** Archives events as AUDIT_RETENTION says, at the start and every day, in one process at a time. */
export const archivePeriodically = withRenewedLease("archive events")(archiveAll).pipe(
  Effect.map(Option.isSome),
  Effect.catchAll((problem) => Effect.logWarning("No events were archived", problem)),
  Effect.repeat(Schedule.spaced(every))
);
