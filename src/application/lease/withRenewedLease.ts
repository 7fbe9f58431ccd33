import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { type Lease, Leases } from "../../domain/lease/Leases.ts";

/** Milliseconds that a lease lasts if its holder is killed, and between its renewals. */
export interface RenewedLease {
  readonly name: string;
  readonly leaseMs: number;
  readonly renewEveryMs: number;
}

/** A lease was not renewed in time. Another process may hold it now. */
export class LeaseExpired extends Data.TaggedError("LeaseExpired")<{ readonly name: string }> {}

/** Renews a lease for as long as it is held. Returns when it was lost. */
const renewing = Effect.fnUntraced(function* (lease: Lease, { leaseMs, renewEveryMs }: RenewedLease) {
  const leases = yield* Leases;
  for (;;) {
    yield* Effect.sleep(renewEveryMs);
    const isHeld = yield* Effect.orElseSucceed(leases.renew(lease, leaseMs), () => true);
    if (!isHeld) return;
  }
});

/**
 * Runs an effect of any length in the one process that acquires a lease, with that lease. In the other processes nothing
 * runs and the result is none, as it is if the lease is lost meanwhile: the effect is interrupted then. After a kill
 * another process can acquire the lease within `leaseMs`. A process that was suspended for longer may not notice at once:
 * what it must not store then, it stores in a transaction with `holdLease`.
 */
export const underRenewedLease = <A, E, R>(options: RenewedLease, work: (lease: Lease) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Leases, (leases) =>
    Effect.acquireUseRelease(
      leases.acquire(options.name, options.leaseMs),
      Option.match({
        onNone: () => Effect.succeedNone,
        onSome: (lease) =>
          Effect.raceFirst(Effect.asSome(work(lease)), Effect.as(renewing(lease, options), Option.none<A>()))
      }),
      Option.match({ onNone: () => Effect.void, onSome: (lease) => Effect.ignore(leases.release(lease)) })
    )
  );

/** Runs an effect as `underRenewedLease` does, without its lease. Another process can take over 15 seconds after a kill. */
export const withRenewedLease =
  (name: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    underRenewedLease({ name, leaseMs: 15_000, renewEveryMs: 5_000 }, () => work);

/**
 * Renews a lease for `leaseMs`, and fails if it was lost. In a transaction it makes others wait for the commit before they
 * can acquire the lease.
 */
export const holdLease = Effect.fnUntraced(function* (lease: Lease, leaseMs: number) {
  const isHeld = yield* (yield* Leases).renew(lease, leaseMs);
  if (!isHeld) return yield* new LeaseExpired({ name: lease.name });
});
