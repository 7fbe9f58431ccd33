import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** A verified cosignature of a stored checkpoint. */
export interface StoredCosignature {
  /** The size of the checkpoint. */
  readonly size: number;
  /** The verifier key (vkey) of the witness. */
  readonly witness: string;
  /** The line of the signature, with its newline. */
  readonly line: string;
  /** When the witness made it, in seconds since 1970. */
  readonly time: number;
}

/** The cosignatures of witnesses, stored beside the checkpoints. */
export class Cosignatures extends Context.Tag("domain/Cosignatures")<
  Cosignatures,
  {
    /** Stores a cosignature. A later one of the same witness and checkpoint replaces it. */
    readonly store: (cosignature: StoredCosignature) => Effect.Effect<void, StorageUnavailable>;
    /** Returns the lines of the cosignatures of a checkpoint, by witness. */
    readonly linesOf: (size: number) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>;
    /** Returns the size of the largest checkpoint that a witness cosigned; 0 for none. */
    readonly largestBy: (witness: string) => Effect.Effect<number, StorageUnavailable>;
  }
>() {}
