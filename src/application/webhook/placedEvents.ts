import * as Either from "effect/Either";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import type { PlacedEvent } from "../../domain/webhook/reportedEvents.ts";
import { decodeRecorded } from "../event/decodeRecorded.ts";

/** Decodes events, and leaves out those that this version cannot read. */
export const placedEvents = (recorded: ReadonlyArray<RecordedEvent>): ReadonlyArray<PlacedEvent> =>
  recorded.flatMap((each) =>
    Either.match(decodeRecorded(each), { onLeft: () => [], onRight: (event) => [{ event, recorded: each }] })
  );
