import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { Lease } from "../../domain/lease/Leases.ts";
import { underRenewedLease } from "../lease/withRenewedLease.ts";
import type { SealRefused } from "./SealRefused.ts";
import { SealReport } from "./SealReport.ts";
import { maxSealed, needsSeal, sealNext } from "./sealNext.ts";

/** A killed holder is replaced within 3 seconds, so that the next events are sealed within 5. */
const lease = { name: "seal log", leaseMs: 3_000, renewEveryMs: 1_000 };

/**
 * Milliseconds until the next look at the log: after one that found nothing, after a checkpoint, after one that left events
 * behind, after a refusal, and of a process without the lease. Being behind, it seals about 20,000 events per second: more
 * than the log accepts, and not so many that appends notice.
 */
const pauses = { look: 250, seal: 750, behind: 300, refused: 5_000, acquire: 1_000 };

const noteRefusal = Effect.fnUntraced(function* (refusal: SealRefused | null) {
  const report = yield* SealReport;
  const isNews = report.refusal?.reason !== refusal?.reason;
  report.refusal = refusal;
  if (isNews && refusal !== null) yield* Effect.logError(refusal.message);
  else if (isNews) yield* Effect.logInfo("Checkpoints are signed again");
});

/** Seals the next batch, and returns the milliseconds until the next one. */
const sealBatch = Effect.fnUntraced(function* (held: Lease) {
  if (!(yield* needsSeal)) return pauses.look;
  const sealed = yield* sealNext(held);
  yield* noteRefusal(null);
  if (Option.isNone(sealed)) return pauses.look;
  return sealed.value.added < maxSealed ? pauses.seal : pauses.behind;
});

const holding = (held: Lease) =>
  sealBatch(held).pipe(
    Effect.catchTag("SealRefused", (refusal) => Effect.as(noteRefusal(refusal), pauses.refused)),
    Effect.flatMap((pause) => Effect.sleep(pause)),
    Effect.forever
  );

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
