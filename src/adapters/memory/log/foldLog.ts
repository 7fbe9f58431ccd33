import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import type { EventLog } from "../../../domain/event/EventLog.ts";
import { type ByType, changeOf } from "../../../domain/projection/ByType.ts";

/**
 * Folds the events that the log has by now, each event once, and returns the time in Unix milliseconds. PostgreSQL does
 * the same in the transaction of each append.
 */
export const foldLog = (log: EventLog["Type"], fold: (event: RecordedEvent) => void): Effect.Effect<number> => {
  let position = 0;
  return Effect.suspend(() => log.read(position, Number.MAX_SAFE_INTEGER)).pipe(
    Effect.flatMap((events) => {
      for (const event of events) if (event.position > position) fold(event);
      position = Math.max(position, events.at(-1)?.position ?? 0);
      return Clock.currentTimeMillis;
    }),
    Effect.orDie
  );
};

/** Applies what the log's events change in a stored projection, each event once, and returns the time as `foldLog` does. */
export const foldChanges = <Change>(
  log: EventLog["Type"],
  table: ByType<Change>,
  apply: (change: Change, event: RecordedEvent) => void
): Effect.Effect<number> =>
  foldLog(log, (event) => {
    const change = changeOf(table, event);
    if (change !== null) apply(change, event);
  });
