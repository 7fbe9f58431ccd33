import * as Effect from "effect/Effect";
import { EventLog } from "../../domain/event/EventLog.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { PersonalDataSeparated } from "../../domain/personal/SubjectEvent.ts";
import { appendEvents } from "../event/appendEvents.ts";

const stream = streamName("instance", "personal-data");

/** Records once that personal data lies outside the leaves from here on. Another process may do so at the same moment. */
export const recordSeparation = Effect.gen(function* () {
  const log = yield* EventLog;
  if ((yield* log.load(stream)).length > 0) return;
  const event = new PersonalDataSeparated({ events: yield* log.head });
  yield* Effect.catchTag(
    appendEvents(stream, 0, [event], { actor: { type: "system", id: null } }),
    "VersionConflict",
    () => Effect.void
  );
});
