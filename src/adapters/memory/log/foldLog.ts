import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import type { EventLog } from "../../../domain/event/EventLog.ts";

/**
 * Folds what the log has by now, each event once, and gives the time, in Unix milliseconds: what a trigger on the log does
 * for the stores in PostgreSQL.
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
