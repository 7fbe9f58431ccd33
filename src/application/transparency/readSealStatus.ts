import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { EventLog } from "../../domain/event/EventLog.ts";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";
import { SealReport } from "./SealReport.ts";

/** How far sealing is behind the log. Seconds have milliseconds as fractions. */
export interface SealStatus {
  /** The size of the latest checkpoint; 0 before the first. */
  readonly size: number;
  /** The number of events after it. */
  readonly lagEvents: number;
  /** How long the oldest of them has waited; 0 if there is none. */
  readonly lagSeconds: number;
  /** The age of the latest checkpoint; null before the first. It grows while nothing happens. */
  readonly checkpointAgeSeconds: number | null;
  /** Why this process signs nothing more; null while it does, and in a process that another one signs for. */
  readonly refusal: string | null;
}

const secondsSince = (now: number, time: string): number => Math.max(0, now - Date.parse(time)) / 1000;

/** Returns the state of sealing: its lag in events and seconds, and the age of the latest checkpoint. */
export const readSealStatus = Effect.gen(function* () {
  const log = yield* EventLog;
  const latest = Option.getOrNull(yield* (yield* SealedTree).latest);
  const size = latest?.size ?? 0;
  const head = yield* log.head;
  const [oldest] = head > size ? yield* log.read(size, 1) : [];
  const now = yield* Clock.currentTimeMillis;
  const report = yield* SealReport;
  return {
    size,
    lagEvents: Math.max(0, head - size),
    lagSeconds: oldest === undefined ? 0 : secondsSince(now, oldest.recordedAt),
    checkpointAgeSeconds: latest === null ? null : secondsSince(now, latest.sealedAt),
    refusal: report.refusal?.message ?? null
  } satisfies SealStatus;
});
