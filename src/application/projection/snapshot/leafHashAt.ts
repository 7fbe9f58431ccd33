import * as Effect from "effect/Effect";
import { EventLog } from "../../../domain/event/EventLog.ts";

const noTypes: ReadonlySet<string> = new Set();

/** Returns the leaf hash of the event at a position of the log; null if there is none. */
export const leafHashAt = Effect.fnUntraced(function* (position: number) {
  const { readRange } = yield* EventLog;
  const [event] = yield* readRange({ after: position - 1, upTo: position }, 1, noTypes);
  return event?.leafHash ?? null;
});
