import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";

/** How many positions one statement covers, and how many events it returns at most. */
const page = { positions: 50_000, events: 5_000 };

/** Milliseconds between two log lines about the progress. */
const progressIntervalMs = 2_000;

/**
 * Reads the log from a position to the current head, without the skipped types, and passes on each page with the
 * position it reaches. Logs a line every 2 seconds.
 */
export const replayLog = Effect.fnUntraced(function* <E>(
  from: number,
  skippedTypes: ReadonlySet<string>,
  applyPage: (events: ReadonlyArray<RecordedEvent>, position: number) => Effect.Effect<void, E>
) {
  const log = yield* EventLog;
  const head = yield* log.head;
  let lastLine = yield* Clock.currentTimeMillis;
  for (let position = from; position < head; ) {
    const upTo = Math.min(position + page.positions, head);
    const events = yield* log.readRange({ after: position, upTo }, page.events, skippedTypes);
    position = events.length < page.events ? upTo : (events.at(-1)?.position ?? upTo);
    yield* applyPage(events, position);
    const now = yield* Clock.currentTimeMillis;
    if (position < head && now - lastLine >= progressIntervalMs) {
      lastLine = now;
      yield* Effect.logInfo(`Reading the event log: at position ${position} of ${head}`);
    }
  }
});
