import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { EventLog, VersionConflict } from "../../src/domain/event/EventLog.ts";
import type { StreamName } from "../../src/domain/event/StreamName.ts";
import { withLog } from "./withLog.ts";

/** How many more appends to streams of a kind another writer wins, and how many it won. */
export interface Contention {
  remaining: number;
  lost: number;
}

/** The log, in which another writer is first whenever one appends to a stream whose name begins with `prefix`. */
export const contendedLog = (
  prefix: string,
  contention: Contention = { remaining: Number.POSITIVE_INFINITY, lost: 0 }
) =>
  withLog(
    Layer.effect(
      EventLog,
      Effect.map(EventLog, (log) =>
        EventLog.of({
          ...log,
          append: (stream: StreamName, expected, events) =>
            Effect.suspend(() => {
              if (!stream.startsWith(prefix) || contention.remaining === 0) return log.append(stream, expected, events);
              contention.remaining -= 1;
              contention.lost += 1;
              return Effect.fail(new VersionConflict({ stream, expected, actual: expected + 1 }));
            })
        })
      )
    )
  );
