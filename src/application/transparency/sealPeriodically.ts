import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { EventLog } from "../../domain/event/EventLog.ts";
import type { Lease } from "../../domain/lease/Leases.ts";
import { underRenewedLease } from "../lease/withRenewedLease.ts";
import type { SealRefused } from "./SealRefused.ts";
import { SealReport } from "./SealReport.ts";
import { maxSealed, needsSeal, sealNext } from "./sealNext.ts";

/** A killed holder is replaced within 3 seconds, so that the next events are sealed within 5. */
const lease = { name: "seal log", leaseMs: 3_000, renewEveryMs: 1_000 };

/**
 * Milliseconds until the next look at the log: after one that found nothing, after a checkpoint, after a refusal, and of a
 * process without the lease.
 */
const pauses = { look: 250, seal: 750, refused: 5_000, acquire: 1_000 };

/** Where the log ended, and when, in Unix milliseconds. */
interface Head {
  readonly position: number;
  readonly at: number;
}

/** How many events per second are sealed at least while there is a backlog, and by how much more than are appended. */
const catchUp = { perSecond: 8_000, factor: 1.25 };

/**
 * Returns the milliseconds from one full batch to the next. A backlog is sealed faster than it grows, and no faster than
 * appends can do without noticing.
 */
const pauseBehind = (before: Head, now: Head): number => {
  const seconds = Math.max(1, now.at - before.at) / 1_000;
  const appended = (now.position - before.position) / seconds;
  return (1_000 * maxSealed) / Math.max(catchUp.perSecond, catchUp.factor * appended);
};

const noteRefusal = Effect.fnUntraced(function* (refusal: SealRefused | null) {
  const report = yield* SealReport;
  const isNews = report.refusal?.reason !== refusal?.reason;
  report.refusal = refusal;
  if (isNews && refusal !== null) yield* Effect.logError(refusal.message);
  else if (isNews) yield* Effect.logInfo("Checkpoints are signed again");
});

const currentHead = Effect.gen(function* () {
  const at = yield* Clock.currentTimeMillis;
  return { position: yield* (yield* EventLog).head, at } satisfies Head;
});

/** Seals the next batch, and returns the milliseconds until the next one. */
const sealBatch = Effect.fnUntraced(function* (held: Lease, before: Head, now: Head) {
  if (!(yield* needsSeal)) return pauses.look;
  const sealed = yield* sealNext(held);
  yield* noteRefusal(null);
  if (Option.isNone(sealed)) return pauses.look;
  if (sealed.value.added < maxSealed) return pauses.seal;
  const spent = (yield* Clock.currentTimeMillis) - now.at;
  return Math.max(0, pauseBehind(before, now) - spent);
});

const holding = Effect.fnUntraced(function* (held: Lease) {
  let before = yield* currentHead;
  for (;;) {
    const now = yield* currentHead;
    const pause = yield* sealBatch(held, before, now).pipe(
      Effect.catchTag("SealRefused", (refusal) => Effect.as(noteRefusal(refusal), pauses.refused))
    );
    before = now;
    yield* Effect.sleep(pause);
  }
});

/**
 * Seals the log for as long as the process runs, in the one process that holds the lease: within a second of an event,
 * and about every second under load. A failure of the database ends the lease, and sealing begins again with the next.
 */
export const sealPeriodically = underRenewedLease(lease, holding).pipe(
  // Whether the next holder is refused is its own business.
  Effect.ensuring(Effect.map(SealReport, (report) => (report.refusal = null))),
  Effect.catchAll((problem) => Effect.logDebug("The log was not sealed", problem)),
  Effect.zipRight(Effect.sleep(pauses.acquire)),
  Effect.forever
);
