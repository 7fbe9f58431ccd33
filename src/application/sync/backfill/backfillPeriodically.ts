import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import {
  type ClaimOptions,
  DueRepositories,
  type DueRepository
} from "../../../domain/sync/backfill/DueRepositories.ts";
import type { RestoreInterrupt } from "../../background/RestoreInterrupt.ts";
import { runPeriodically } from "../../background/runPeriodically.ts";
import { reportDefects } from "../../background/supervise.ts";
import { backfillRepository, claimMs } from "./backfillRepository.ts";
import { type HostLimiter, makeHostLimiter } from "./HostLimiter.ts";

interface BackfillOptions {
  /** How many repositories this process indexes at once. */
  readonly concurrency: number;
}

/** Milliseconds between two claims, so that repositories that cannot be fetched now do not keep this process busy. */
const claimIntervalMs = 20;

/** Milliseconds until a repository that failed before is claimed again when no slot for retries is free. */
const noSlotDelayMs = 10_000;

/** The slots for indexing; repositories that failed before never take the last one. */
interface Slots {
  readonly all: Effect.Semaphore;
  readonly again: Effect.Semaphore;
}

const makeSlots = (concurrency: number): Effect.Effect<Slots> =>
  Effect.all({
    all: Effect.makeSemaphore(concurrency),
    again: Effect.makeSemaphore(Math.max(1, concurrency - 1))
  });

const backfillDue = (limiter: HostLimiter, { again }: Slots, due: DueRepository) =>
  due.failures === 0
    ? backfillRepository(limiter, due)
    : again
        .withPermitsIfAvailable(1)(backfillRepository(limiter, due))
        .pipe(
          Effect.flatMap(
            Option.match({
              onNone: () =>
                Effect.flatMap(DueRepositories, (store) =>
                  Effect.ignore(store.postpone(due.did, noSlotDelayMs, false))
                ),
              onSome: () => Effect.void
            })
          )
        );

const startNext = Effect.fnUntraced(function* (
  limiter: HostLimiter,
  slots: Slots,
  only: ClaimOptions,
  restore: RestoreInterrupt
) {
  const store = yield* DueRepositories;
  yield* restore(slots.all.take(1));
  const busy = yield* limiter.busy;
  const due = yield* restore(store.claim(claimMs, { ...only, busy })).pipe(Effect.onError(() => slots.all.release(1)));
  if (due === null) yield* slots.all.release(1);
  else
    yield* Effect.forkScoped(
      Effect.ensuring(
        restore(reportDefects("index a repository")(backfillDue(limiter, slots, due))),
        slots.all.release(1)
      )
    );
  return due !== null;
});

/** Claims what is due until nothing is left, and indexes each in a fiber of its own, up to a limit at once. */
const startAllDue = (limiter: HostLimiter, slots: Slots, only: ClaimOptions) => {
  const next = Effect.uninterruptibleMask((restore) => startNext(limiter, slots, only, restore));
  return Effect.repeat(Effect.zipLeft(next, Effect.sleep(claimIntervalMs)), { while: (found) => found });
};

/**
 * Indexes the repositories that are due, indefinitely: those of accounts that sign in within about a second, for which
 * one slot is reserved. Several processes share the work; what one leaves unfinished another takes over.
 */
export const backfillPeriodically = Effect.fnUntraced(function* ({ concurrency }: BackfillOptions) {
  const limiter = yield* makeHostLimiter;
  const slots = yield* makeSlots(concurrency);
  const reserved = yield* makeSlots(1);
  const start = runPeriodically("1 second", "No repositories were claimed");
  const any = start(startAllDue(limiter, slots, {}));
  const logins = start(startAllDue(limiter, reserved, { upTo: "signed-in", untried: true }));
  yield* Effect.all([any, logins], { concurrency: "unbounded", discard: true });
}, Effect.scoped);
