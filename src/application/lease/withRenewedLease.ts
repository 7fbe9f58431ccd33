import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { type Lease, Leases } from "../../domain/lease/Leases.ts";

/** Milliseconds that a lease lasts if its holder is killed, and between its renewals. */
const leaseMs = 15_000;
const renewEveryMs = 5_000;

/** Renews a lease for as long as it is held. Returns when it was lost. */
const renewing = Effect.fnUntraced(function* (lease: Lease) {
  const leases = yield* Leases;
  for (;;) {
    yield* Effect.sleep(renewEveryMs);
    const isHeld = yield* Effect.orElseSucceed(leases.renew(lease, leaseMs), () => true);
    if (!isHeld) return;
  }
});

/**
 * Runs an effect of any length in the one process that acquires a lease. In the other processes nothing runs and the
 * result is none, as it is if the lease is lost meanwhile: the effect is interrupted then. After a kill another process
 * can acquire the lease within 15 seconds.
 */
export const withRenewedLease =
  (name: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Leases, (leases) =>
      Effect.acquireUseRelease(
        leases.acquire(name, leaseMs),
        Option.match({
          onNone: () => Effect.succeedNone,
          onSome: (lease) => Effect.raceFirst(Effect.asSome(work), Effect.as(renewing(lease), Option.none<A>()))
        }),
        Option.match({ onNone: () => Effect.void, onSome: (lease) => Effect.ignore(leases.release(lease)) })
      )
    );
