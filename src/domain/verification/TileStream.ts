import type { FilledTile } from "../transparency/GrowingTree.ts";
import type { NodeHash } from "../transparency/merkleHash.ts";
import { tileWidth } from "../transparency/Tile.ts";
import { rootOfHashes } from "../transparency/TileHashes.ts";

interface OpenTile {
  index: number;
  width: number;
  readonly hashes: Uint8Array;
}

/** The tiles of a tree, made from its leaf hashes in order. It holds one open tile of each level. */
export class TileStream {
  readonly #levels: Array<OpenTile> = [];
  readonly #hash: NodeHash;

  constructor(hash: NodeHash) {
    this.#hash = hash;
  }

  /** Adds the hash of the next leaf, and returns the tiles that it fills. */
  add(leafHash: Uint8Array): ReadonlyArray<FilledTile> {
    const filled: Array<FilledTile> = [];
    let hash = leafHash;
    for (let level = 0; ; level += 1) {
      const open = this.#levels[level] ?? { index: 0, width: 0, hashes: new Uint8Array(tileWidth * 32) };
      this.#levels[level] = open;
      open.hashes.set(hash, open.width * 32);
      open.width += 1;
      if (open.width < tileWidth) return filled;
      const hashes = open.hashes.slice();
      filled.push({ level, index: open.index, width: tileWidth, hashes });
      open.index += 1;
      open.width = 0;
      hash = rootOfHashes(hashes, this.#hash);
    }
  }

  /** Returns the partial tiles, as they are now. */
  partial(): ReadonlyArray<FilledTile> {
    return this.#levels.flatMap(({ hashes, index, width }, level) =>
      width === 0 ? [] : [{ level, index, width, hashes: hashes.slice(0, width * 32) }]
    );
  }
}
