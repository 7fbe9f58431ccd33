import * as Effect from "effect/Effect";
import { streamName } from "../../domain/event/StreamName.ts";
import { loadEvents } from "../event/loadEvents.ts";

/** The stream of what happens to the index as a whole. */
export const indexStream = streamName("instance", "index");

/** How often the index was emptied: what was indexed before the last time is not there any more. */
export const indexResetCount = Effect.map(loadEvents(indexStream), ({ history }) => history.length);
