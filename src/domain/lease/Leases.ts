import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** A lease that is held: its fence grows with every holder, so that a late one is told apart. */
export interface Lease {
  readonly name: string;
  readonly fence: number;
}

/** Lets one process at a time do a thing, with an end that comes by itself. */
export class Leases extends Context.Tag("domain/Leases")<
  Leases,
  {
    /** Takes a free or expired lease for `milliseconds`; none while somebody holds it. Times by the store's own clock. */
    readonly acquire: (name: string, milliseconds: number) => Effect.Effect<Option.Option<Lease>, StorageUnavailable>;
    /** Gives it back; no effect when another fence holds it by now. */
    readonly release: (lease: Lease) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
