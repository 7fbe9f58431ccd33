import * as Option from "effect/Option";
import { foldSubtrees } from "./MerkleFrontier.ts";
import { type NodeHash, nodeHash } from "./merkleHash.ts";
import type { Subtree } from "./subtrees.ts";
import { type Tile, tileInTree, tileWidth } from "./Tile.ts";

/** The levels of a tree that one tile holds: 2^8 is 256. */
const tileHeight = 8;

/** The hash of a subtree is in a tile that was not loaded, or that is shorter than the tree needs. */
export class TileMissing extends Error {
  readonly level: number;
  readonly index: number;

  constructor(level: number, index: number) {
    super(`Tile ${index} of level ${level} is missing or too short`);
    this.level = level;
    this.index = index;
  }
}

const placeOf = ({ level, index }: Subtree) => {
  const width = 2 ** (level % tileHeight);
  const first = index * width;
  return { level: Math.floor(level / tileHeight), index: Math.floor(first / tileWidth), at: first % tileWidth, width };
};

/** Returns the tiles that hold the hashes of these subtrees in a tree of a size, each once. */
export const tilesHolding = (path: ReadonlyArray<ReadonlyArray<Subtree>>, size: number): ReadonlyArray<Tile> => {
  const found = new Map<string, Tile>();
  for (const subtree of path.flat()) {
    const { level, index } = placeOf(subtree);
    const tile = tileInTree(level, index, size);
    if (Option.isSome(tile)) found.set(`${level}/${index}`, tile.value);
  }
  return [...found.values()];
};

/** Returns the root of the complete subtree over `hashes`, 1 to 256 hashes one after the other and a power of two. */
export const rootOfHashes = (hashes: Uint8Array, hash: NodeHash = nodeHash): Uint8Array => {
  let level: Array<Uint8Array> = [];
  for (let at = 0; at < hashes.length; at += 32) level.push(hashes.subarray(at, at + 32));
  while (level.length > 1) {
    const above: Array<Uint8Array> = [];
    for (let at = 0; at < level.length; at += 2) above.push(hash(level[at] ?? hashes, level[at + 1] ?? hashes));
    level = above;
  }
  return level[0] ?? hashes;
};

/** Reads the hashes of subtrees from tiles. */
export class TileHashes {
  readonly #tiles = new Map<string, Uint8Array>();

  /** Adds the bytes of a tile: its hashes, one after the other. More hashes than the tree needs do no harm. */
  add(tile: Pick<Tile, "level" | "index">, hashes: Uint8Array): void {
    this.#tiles.set(`${tile.level}/${tile.index}`, hashes);
  }

  /** Returns the hash of a complete subtree. Throws `TileMissing`. */
  subtree(subtree: Subtree): Uint8Array {
    const { level, index, at, width } = placeOf(subtree);
    const hashes = this.#tiles.get(`${level}/${index}`)?.subarray(at * 32, (at + width) * 32);
    if (hashes?.length !== width * 32) throw new TileMissing(level, index);
    return rootOfHashes(hashes);
  }

  /** Returns the hashes of a proof: `inclusionPath` or `consistencyPath`. Throws `TileMissing`. */
  proof(path: ReadonlyArray<ReadonlyArray<Subtree>>): ReadonlyArray<Uint8Array> {
    return path.map((subtrees) => foldSubtrees(subtrees.map((subtree) => this.subtree(subtree))));
  }
}
