import * as Option from "effect/Option";
import { decodeDecimal } from "./strictDecimal.ts";

/** Hashes in a full tile. */
export const tileWidth = 256;

/**
 * The coordinates of a tile of hashes (C2SP tlog-tiles): tile `index` of a level, with `width` hashes of 32 bytes. Hash
 * `i` of it is the root of the complete subtree of 256^`level` leaves at `index` · 256 + `i`. A tile with fewer than
 * 256 hashes is partial.
 */
export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly width: number;
}

/** Returns the number of hashes at a level of tiles in a tree: floor(size / 256^level). */
const hashesAt = (level: number, size: number): number => Math.floor(size / tileWidth ** level);

/** Returns the tile at these coordinates in a tree of a size, or none if it would be empty. */
export const tileInTree = (level: number, index: number, size: number): Option.Option<Tile> => {
  const width = Math.min(tileWidth, hashesAt(level, size) - index * tileWidth);
  return width > 0 ? Option.some({ level, index, width }) : Option.none();
};

/** Returns the last tile of each level of a tree that is partial: those that the next leaves change. */
export const partialTiles = (size: number): ReadonlyArray<Tile> => {
  const found: Array<Tile> = [];
  for (let level = 0; hashesAt(level, size) > 0; level += 1) {
    const count = hashesAt(level, size);
    const width = count % tileWidth;
    if (width > 0) found.push({ level, index: Math.floor(count / tileWidth), width });
  }
  return found;
};

/** Returns every tile of a tree, level by level: the full ones, and the last one of a level where it is partial. */
export const tilesOf = function* (size: number): Generator<Tile> {
  for (let level = 0; hashesAt(level, size) > 0; level += 1) {
    const count = hashesAt(level, size);
    for (let index = 0; index * tileWidth < count; index += 1) {
      yield { level, index, width: Math.min(tileWidth, count - index * tileWidth) };
    }
  }
};

const indexPath = (index: number): string => {
  const groups: Array<string> = [];
  let rest = index;
  do {
    groups.unshift(String(rest % 1000).padStart(3, "0"));
    rest = Math.floor(rest / 1000);
  } while (rest > 0);
  return groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join("/");
};

/** Returns the path of a tile below the prefix of a log, such as `tile/0/x001/067` or `tile/1/000.p/5`. */
export const tilePath = ({ level, index, width }: Tile): string =>
  `tile/${level}/${indexPath(index)}${width < tileWidth ? `.p/${width}` : ""}`;

const pathForm = /^tile\/([0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/;

/** Reads the path of a tile below the prefix of a log. There is one path for each tile; others are none. */
export const parseTilePath = (path: string): Option.Option<Tile> => {
  const [, level = "", groups = "", width] = pathForm.exec(path) ?? [];
  const tile = {
    level: decodeDecimal(level) ?? Number.NaN,
    index: Number(groups.replaceAll(/[x/]/g, "")),
    width: width === undefined ? tileWidth : (decodeDecimal(width) ?? 0)
  };
  const isTile = tile.level <= 63 && Number.isSafeInteger(tile.index) && tile.width > 0 && tile.width <= tileWidth;
  return isTile && tilePath(tile) === path ? Option.some(tile) : Option.none();
};
