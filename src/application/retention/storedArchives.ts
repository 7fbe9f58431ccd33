import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { archiveStream, EventsArchived } from "../../domain/retention/EventsArchived.ts";
import type { RetentionClass } from "../../domain/retention/RetentionClass.ts";

/** An archive that the log names: the number `archive` of its class, and the position of the event that names it. */
export interface NamedArchive {
  readonly archive: number;
  readonly position: number;
  readonly named: EventsArchived;
}

const decode = Schema.decodeUnknownOption(EventsArchived);

/** Returns the archive that an event names; none for an event of another type. */
export const namedArchive = ({ data, position, type, version }: RecordedEvent): Option.Option<NamedArchive> =>
  Option.map(decode({ ...data, _tag: type }), (named) => ({ archive: version, position, named }));

/** Returns the archives of a class, the oldest first. */
export const storedArchives = Effect.fnUntraced(function* (of: RetentionClass) {
  const events = yield* (yield* EventLog).load(archiveStream(of));
  return events.flatMap((event) => Option.toArray(namedArchive(event)));
});
