import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";

/** How many positions one statement covers, and how many events it returns at most. */
const page = { positions: 50_000, events: 5_000 };

/** Milliseconds between two log lines about the progress. */
const progressIntervalMs = 2_000;

/** Events of a range of the log, and the position that they reach. */
interface Page {
  readonly events: ReadonlyArray<RecordedEvent>;
  readonly upTo: number;
}

const readPage = Effect.fnUntraced(function* (after: number, head: number, skippedTypes: ReadonlySet<string>) {
  const upTo = Math.min(after + page.positions, head);
  const events = yield* (yield* EventLog).readRange({ after, upTo }, page.events, skippedTypes);
  return { events, upTo: events.length < page.events ? upTo : (events.at(-1)?.position ?? upTo) } satisfies Page;
});

/**
 * Reads the log from a position to the current head, without the skipped types, and passes on each page with the
 * position it reaches, while it reads the next one. Logs a line every 2 seconds.
 */
export const replayLog = Effect.fnUntraced(function* <E>(
  from: number,
  skippedTypes: ReadonlySet<string>,
  applyPage: (events: ReadonlyArray<RecordedEvent>, position: number) => Effect.Effect<void, E>
) {
  const head = yield* (yield* EventLog).head;
  let lastLine = yield* Clock.currentTimeMillis;
  let next = from < head ? yield* readPage(from, head, skippedTypes) : null;
  while (next !== null) {
    const { events, upTo }: Page = next;
    const following = upTo < head ? readPage(upTo, head, skippedTypes) : Effect.succeed(null);
    [next] = yield* Effect.all([following, applyPage(events, upTo)], { concurrency: 2 });
    const now = yield* Clock.currentTimeMillis;
    if (next !== null && next.upTo < head && now - lastLine >= progressIntervalMs) {
      lastLine = now;
      yield* Effect.logInfo(`Reading the event log: at position ${next.upTo} of ${head}`);
    }
  }
});
