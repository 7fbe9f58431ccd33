import * as Effect from "effect/Effect";
import { type PendingRevocation, PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import type { RestoreInterrupt } from "../../background/RestoreInterrupt.ts";
import { continueOnError, runPeriodically } from "../../background/runPeriodically.ts";
import { reportDefects } from "../../background/supervise.ts";
import { IssuerLimiter } from "./IssuerLimiter.ts";
import { revokeAtPds } from "./revokeAtPds.ts";

/** How many sessions are taken up at once, and for how long nobody else takes them, in milliseconds. */
const batch = { sessions: 32, milliseconds: 120_000 };

/** How many such batches are in flight: what waits for one PDS leaves slots for the others. */
const maxConcurrentBatches = 8;

const claim = Effect.flatMap(PendingRevocations, (pending) => pending.claim(batch.sessions, batch.milliseconds));

const revokeAll = (due: ReadonlyArray<PendingRevocation>, limiter: IssuerLimiter) =>
  Effect.forEach(due, (each) => continueOnError("A PDS was not told")(revokeAtPds(each, limiter)), {
    concurrency: "unbounded",
    discard: true
  });

/** Tells the PDSes of the sessions that are due, and gives how many there were. */
export const revokeDue = (limiter: IssuerLimiter) =>
  Effect.flatMap(claim, (due) => Effect.as(revokeAll(due, limiter), due.length));

const startNext = Effect.fnUntraced(function* (
  limiter: IssuerLimiter,
  slots: Effect.Semaphore,
  restore: RestoreInterrupt
) {
  yield* restore(slots.take(1));
  const due = yield* restore(claim).pipe(Effect.onError(() => slots.release(1)));
  yield* Effect.forkScoped(
    Effect.ensuring(
      restore(reportDefects("tell PDSes that sessions are over")(revokeAll(due, limiter))),
      slots.release(1)
    )
  );
  return due.length;
});

/**
 * Tells PDSes for ever which sessions are over, about once a second: those that nobody told them, because it failed or
 * whoever was to do it died. Several processes do not get in each other's way, and no PDS holds up what another is owed.
 */
export const revokePeriodically = Effect.scoped(
  Effect.gen(function* () {
    const limiter = new IssuerLimiter();
    const slots = yield* Effect.makeSemaphore(maxConcurrentBatches);
    const next = Effect.uninterruptibleMask((restore) => startNext(limiter, slots, restore));
    yield* runPeriodically(
      "1 second",
      "No PDS was told"
    )(Effect.repeat(next, { while: (count) => count === batch.sessions }));
  })
);
