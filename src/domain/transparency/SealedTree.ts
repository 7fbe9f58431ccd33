import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { Lease } from "../lease/Leases.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { TreeHead } from "./consistencyProof.ts";
import type { FilledTile } from "./GrowingTree.ts";
import type { Tile } from "./Tile.ts";

/** A checkpoint that was signed and stored. Nothing changes it. */
export interface SealedCheckpoint extends TreeHead {
  readonly origin: string;
  /** The signed note, with the signature of the log only. */
  readonly note: string;
  /** When it was signed, as ISO 8601 in UTC with milliseconds. */
  readonly sealedAt: string;
}

/** What one seal stores: the changed tiles, the checkpoint, and the verifier key (vkey) of its signature. */
export interface Seal {
  readonly tiles: ReadonlyArray<FilledTile>;
  readonly checkpoint: SealedCheckpoint;
  readonly verifierKey: string;
}

/** A later holder of the lease has sealed. Nothing was stored. */
export class SealSuperseded extends Schema.TaggedError<SealSuperseded>()("SealSuperseded", {}) {}

/**
 * The stored tree of the transparency log: its tiles and all checkpoints. It is behind the event log by what is not
 * sealed yet. There is at most one checkpoint of each size.
 */
export class SealedTree extends Context.Tag("domain/SealedTree")<
  SealedTree,
  {
    /** Returns the latest checkpoint; none before the first seal. */
    readonly latest: Effect.Effect<Option.Option<SealedCheckpoint>, StorageUnavailable>;
    /** Returns the checkpoint of exactly this size. */
    readonly checkpoint: (size: number) => Effect.Effect<Option.Option<SealedCheckpoint>, StorageUnavailable>;
    /** Returns up to `limit` checkpoints of more than `after` leaves, the smallest first. */
    readonly checkpoints: (
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<SealedCheckpoint>, StorageUnavailable>;
    /** Returns the stored ones of these tiles, with all of their hashes: a tile may have grown beyond `width`. */
    readonly tiles: (
      wanted: ReadonlyArray<Pick<Tile, "level" | "index">>
    ) => Effect.Effect<ReadonlyArray<FilledTile>, StorageUnavailable>;
    /** Returns the verifier key (vkey) of every key that ever signed a checkpoint here, the latest first. */
    readonly verifierKeys: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>;
    /**
     * Returns the leaf hashes of up to `limit` events after a position, in order, without waiting for appends. Fewer
     * than `limit` mean that the log ends there. None are returned if a position is missing in between, or a hash does
     * not have 32 bytes.
     */
    readonly leafHashes: (after: number, limit: number) => Effect.Effect<ReadonlyArray<Uint8Array>, StorageUnavailable>;
    /**
     * Runs `extend` with the latest checkpoint, and stores the seal that it returns, in one transaction that no other
     * seal runs beside. Fails with `SealSuperseded` if a later lease has sealed. When it returns, the seal survives a
     * crash of the database. After a failure nothing was stored; if the database was lost, the outcome is unknown.
     */
    readonly seal: <E, R>(
      lease: Lease,
      extend: (latest: Option.Option<SealedCheckpoint>) => Effect.Effect<Option.Option<Seal>, E, R>
    ) => Effect.Effect<Option.Option<SealedCheckpoint>, E | SealSuperseded | StorageUnavailable, R>;
  }
>() {}
