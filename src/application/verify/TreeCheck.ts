import * as Encoding from "effect/Encoding";
import type { TreeHead } from "../../domain/transparency/consistencyProof.ts";
import type { FilledTile } from "../../domain/transparency/GrowingTree.ts";
import { MerkleFrontier } from "../../domain/transparency/MerkleFrontier.ts";
import { isSameHash, type NodeHash } from "../../domain/transparency/merkleHash.ts";
import { tileWidth } from "../../domain/transparency/Tile.ts";
import type { Fault } from "../../domain/verification/Fault.ts";
import { TileStream } from "../../domain/verification/TileStream.ts";

/** A checkpoint that the tree is compared with. `origin` names where it comes from, for a report. */
export interface ExpectedRoot extends TreeHead {
  readonly from: string;
}

interface TileDifference {
  readonly position: number;
  readonly level: number;
  readonly index: number;
}

/** The first hash of a tile that differs from what is stored, as the first position below it; null if none does. */
const firstDifference = (
  { hashes, index, level, width }: FilledTile,
  stored: Uint8Array | undefined
): number | null => {
  for (let at = 0; at < width; at += 1) {
    const start = at * 32;
    const isSame =
      stored !== undefined && isSameHash(hashes.subarray(start, start + 32), stored.subarray(start, start + 32));
    if (!isSame) return (index * tileWidth + at) * tileWidth ** level + 1;
  }
  return null;
};

/**
 * Builds the tree of leaf hashes that were computed anew, and compares it with all checkpoints and tiles. Checkpoints are
 * given in order of size.
 */
export class TreeCheck {
  readonly #frontier: MerkleFrontier;
  readonly #tiles: TileStream;
  readonly #sealed: number;
  readonly #differences: Array<TileDifference> = [];
  #previous: TreeHead | null = null;
  #filled: Array<FilledTile> = [];
  #sealedRoot: Uint8Array | null = null;
  #rootFault: Fault | null = null;
  #hasMore = false;

  /** `sealed` is the size of the latest checkpoint: the tiles are those of its tree. */
  constructor(sealed: number, hash: NodeHash) {
    this.#sealed = sealed;
    this.#frontier = new MerkleFrontier(hash);
    this.#tiles = new TileStream(hash);
  }

  size(): number {
    return this.#frontier.size();
  }

  /** The root at the size of the latest checkpoint, in base64; null before. */
  sealedRoot(): string | null {
    return this.#sealedRoot === null ? null : Encoding.encodeBase64(this.#sealedRoot);
  }

  add(leafHash: Uint8Array): void {
    this.#frontier.add(leafHash);
    if (this.size() > this.#sealed) return;
    this.#filled.push(...this.#tiles.add(leafHash));
    if (this.size() < this.#sealed) return;
    this.#filled.push(...this.#tiles.partial());
    this.#sealedRoot = this.#frontier.root();
  }

  /** Compares the root with a checkpoint of the present size. The first fault counts. */
  compare(expected: ExpectedRoot): void {
    if (isSameHash(this.#frontier.root(), expected.rootHash)) {
      if (this.#rootFault === null) this.#previous = expected;
      return;
    }
    const first = (this.#previous?.size ?? 0) + 1;
    const size = expected.size;
    this.#rootFault ??= {
      position: size,
      part: "checkpoint",
      reason: `an event from ${first} to ${size} is not the one that ${expected.from} is of`
    };
  }

  /** Ends the tree. If the log ends before the latest checkpoint, its last tiles are compared as far as they go. */
  finish(): void {
    if (this.size() < this.#sealed) this.#filled.push(...this.#tiles.partial());
  }

  /** Returns the tiles that were completed since the last call. Each is to be compared with the stored one. */
  takeTiles(): ReadonlyArray<FilledTile> {
    const filled = this.#filled;
    this.#filled = [];
    return filled;
  }

  compareTile(tile: FilledTile, stored: Uint8Array | undefined): void {
    const position = firstDifference(tile, stored);
    if (position !== null) this.#differences.push({ position, level: tile.level, index: tile.index });
    else if ((stored?.length ?? 0) > tile.hashes.length && this.size() >= this.#sealed) this.#hasMore = true;
  }

  /** Whether a stored tile has more hashes than the latest checkpoint covers. */
  hasMoreHashes(): boolean {
    return this.#hasMore;
  }

  /**
   * Returns what does not hold. Where leaves and tiles differ, the checkpoints tell which of them was changed. A tile of
   * an upper level differs as a consequence of a leaf.
   */
  faults(): ReadonlyArray<Fault> {
    const rootFault = this.#rootFault;
    if (rootFault === null && this.size() >= this.#sealed)
      return this.#differences.map(
        ({ index, level, position }): Fault => ({
          position,
          part: "tile",
          reason: `tile ${index} of level ${level} does not have the hashes of the events`
        })
      );
    const ofLeaves = this.#differences
      .filter(({ level }) => level === 0)
      .map(({ position }): Fault => ({ position, part: "tree", reason: "the event is not the one that was sealed" }));
    return rootFault === null ? ofLeaves : [...ofLeaves, rootFault];
  }
}
