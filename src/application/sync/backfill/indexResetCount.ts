import * as Effect from "effect/Effect";
import { streamName } from "../../../domain/event/StreamName.ts";
import { loadEvents } from "../../event/loadEvents.ts";

/** The stream of events about the index itself. */
export const indexStream = streamName("instance", "index");

/** Returns how often the index was reset; records indexed before the last reset are no longer there. */
export const indexResetCount = Effect.map(loadEvents(indexStream), ({ history }) => history.length);
