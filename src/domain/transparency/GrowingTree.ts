import { foldSubtrees } from "./MerkleFrontier.ts";
import { type NodeHash, nodeHash } from "./merkleHash.ts";
import { coveringSubtrees } from "./subtrees.ts";
import { type Tile, tileWidth } from "./Tile.ts";
import { rootOfHashes, TileHashes } from "./TileHashes.ts";

/** A tile with its hashes, one after the other. */
export interface FilledTile extends Tile {
  readonly hashes: Uint8Array;
}

interface OpenTile {
  index: number;
  width: number;
  readonly hashes: Uint8Array;
}

/**
 * A tree that grows from a size on, and the tiles that this changes. It holds the partial tiles and what was added, not
 * the tree.
 */
export class GrowingTree {
  readonly #open: Array<OpenTile> = [];
  readonly #full: Array<FilledTile> = [];
  readonly #hash: NodeHash;
  #size: number;

  /** `partial` is what `partialTiles(size)` lists, with the hashes. */
  constructor(size: number, partial: ReadonlyArray<FilledTile>, hash: NodeHash = nodeHash) {
    this.#size = size;
    this.#hash = hash;
    for (let level = 0; tileWidth ** level <= size; level += 1) {
      const count = Math.floor(size / tileWidth ** level);
      const open = {
        index: Math.floor(count / tileWidth),
        width: count % tileWidth,
        hashes: new Uint8Array(tileWidth * 32)
      };
      const tile = partial.find((candidate) => candidate.level === level);
      if (tile !== undefined) open.hashes.set(tile.hashes.subarray(0, open.width * 32));
      this.#open.push(open);
    }
  }

  /** The number of leaves. */
  size(): number {
    return this.#size;
  }

  /** Adds the hash of the next leaf. */
  add(leafHash: Uint8Array): void {
    this.#size += 1;
    this.#addAt(0, leafHash);
  }

  /** Returns the root hash. */
  root(): Uint8Array {
    const hashes = new TileHashes();
    for (const [level, { index, width, hashes: bytes }] of this.#open.entries()) {
      hashes.add({ level, index }, bytes.subarray(0, width * 32));
    }
    return foldSubtrees(coveringSubtrees(0, this.#size).map((subtree) => hashes.subtree(subtree)));
  }

  /** Returns the tiles that were filled since the tree was made, and the partial ones as they are. */
  changedTiles(): ReadonlyArray<FilledTile> {
    const partial = this.#open.flatMap(({ index, width, hashes }, level) =>
      width === 0 ? [] : [{ level, index, width, hashes: hashes.slice(0, width * 32) }]
    );
    return [...this.#full, ...partial];
  }

  #addAt(level: number, hash: Uint8Array): void {
    const open = this.#open[level] ?? { index: 0, width: 0, hashes: new Uint8Array(tileWidth * 32) };
    this.#open[level] = open;
    open.hashes.set(hash, open.width * 32);
    open.width += 1;
    if (open.width < tileWidth) return;
    const hashes = open.hashes.slice();
    this.#full.push({ level, index: open.index, width: tileWidth, hashes });
    open.index += 1;
    open.width = 0;
    this.#addAt(level + 1, rootOfHashes(hashes, this.#hash));
  }
}
