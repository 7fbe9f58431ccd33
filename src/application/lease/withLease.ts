import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { Leases } from "../../domain/lease/Leases.ts";

/**
 * Does something in the one process that gets a lease, for at most `milliseconds` until another one may go on with it;
 * elsewhere nothing, and none is the result. A lease that cannot be given back ends by itself.
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
