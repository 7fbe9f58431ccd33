import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** A lease that is held. Its fence increases with every holder, so that a late holder is recognized. */
export interface Lease {
  readonly name: string;
  readonly fence: number;
}

/** Grants exclusive leases across processes. A lease expires on its own. */
export class Leases extends Context.Tag("domain/Leases")<
  Leases,
  {
    /** Acquires a free or expired lease for `milliseconds`; none while it is held. Uses the clock of the store. */
    readonly acquire: (name: string, milliseconds: number) => Effect.Effect<Option.Option<Lease>, StorageUnavailable>;
    /**
     * Extends a lease to `milliseconds` from now. Returns false, and changes nothing, if it has expired or was granted
     * again.
     */
    readonly renew: (lease: Lease, milliseconds: number) => Effect.Effect<boolean, StorageUnavailable>;
    /** Releases a lease. Has no effect when it is held with another fence. */
    readonly release: (lease: Lease) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
