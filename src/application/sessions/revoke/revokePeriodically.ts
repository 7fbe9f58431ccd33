import * as Effect from "effect/Effect";
import { type PendingRevocation, PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import type { RestoreInterrupt } from "../../background/RestoreInterrupt.ts";
import { continueOnError, runPeriodically } from "../../background/runPeriodically.ts";
import { reportDefects } from "../../background/supervise.ts";
import { IssuerLimiter } from "./IssuerLimiter.ts";
import { revokeAtPds } from "./revokeAtPds.ts";

/** How many sessions are claimed at once, and for how long other processes skip them, in milliseconds. */
const batch = { sessions: 32, milliseconds: 120_000 };

/** How many such batches run concurrently: those that wait for one PDS leave slots for the others. */
const maxConcurrentBatches = 8;

const claim = Effect.flatMap(PendingRevocations, (pending) => pending.claim(batch.sessions, batch.milliseconds));

const revokeAll = (due: ReadonlyArray<PendingRevocation>, limiter: IssuerLimiter) =>
  Effect.forEach(due, (each) => continueOnError("A session was not revoked at its PDS")(revokeAtPds(each, limiter)), {
    concurrency: "unbounded",
    discard: true
  });

/** Revokes the sessions that are due, and returns how many there were. */
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
    Effect.ensuring(restore(reportDefects("revoke sessions at PDSes")(revokeAll(due, limiter))), slots.release(1))
  );
  return due.length;
});

/**
 * Revokes ended sessions at their PDSes indefinitely, about once a second: those whose revocation failed or was lost in
 * a crash. Several processes do not interfere with each other, and no PDS delays the revocations at another.
 */
export const revokePeriodically = Effect.scoped(
  Effect.gen(function* () {
    const limiter = new IssuerLimiter();
    const slots = yield* Effect.makeSemaphore(maxConcurrentBatches);
    const next = Effect.uninterruptibleMask((restore) => startNext(limiter, slots, restore));
    yield* runPeriodically(
      "1 second",
      "No session was revoked"
    )(Effect.repeat(next, { while: (count) => count === batch.sessions }));
  })
);
