import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { Leases } from "../../domain/lease/Leases.ts";

/**
 * Runs an effect in the one process that acquires a lease, for up to `milliseconds` until another process may acquire
 * it. In the other processes nothing runs and the result is none. A lease that cannot be released expires.
 */
export const withLease =
  (name: string, milliseconds: number) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Leases, (leases) =>
      Effect.acquireUseRelease(
        leases.acquire(name, milliseconds),
        Option.match({ onNone: () => Effect.succeedNone, onSome: () => Effect.asSome(work) }),
        Option.match({ onNone: () => Effect.void, onSome: (lease) => Effect.ignore(leases.release(lease)) })
      )
    );
