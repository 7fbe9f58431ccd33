import * as Effect from "effect/Effect";
import { streamName } from "../../../domain/event/StreamName.ts";
import { syncSources } from "../../event/aggregates.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";

/** The stream of the source that is followed. */
export const currentSource = streamName("sync-source", "current");

/** Returns the source that the last start of the service recorded; null if it follows none. */
export const recordedSource = Effect.map(loadAggregate(syncSources, currentSource), ({ state }) => state);
