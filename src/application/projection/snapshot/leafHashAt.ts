import * as Effect from "effect/Effect";
import { EventLog } from "../../../domain/event/EventLog.ts";

/** Returns the leaf hash of the event at a position of the log; null if there is none. */
export const leafHashAt = (position: number) => Effect.flatMap(EventLog, ({ leafHash }) => leafHash(position));
