import * as Effect from "effect/Effect";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";
import type { LogWalk } from "./LogWalk.ts";
import { nextPieces, pieceSize, pieces } from "./nextPieces.ts";

/** Compares the tiles that were completed since the last call with the stored ones. */
export const compareTiles = Effect.fnUntraced(function* (walk: LogWalk) {
  const filled = walk.tree.takeTiles();
  if (filled.length === 0) return;
  const stored = new Map<string, Uint8Array>();
  for (const { hashes, index, level } of yield* (yield* SealedTree).tiles(filled))
    stored.set(`${level}/${index}`, hashes);
  for (const tile of filled) walk.tree.compareTile(tile, stored.get(`${tile.level}/${tile.index}`));
});

/** Reads the log up to a position into a walk, in pieces, and stops where the sequence is broken. */
export const walkLog = Effect.fnUntraced(function* (
  walk: LogWalk,
  head: number,
  progress: (checked: number) => Effect.Effect<void>
) {
  for (let after = 0; after < head; after += pieces * pieceSize) {
    for (const { fault, sealed } of yield* nextPieces(after, head)) {
      if (fault !== null) walk.faults.push(fault);
      if (!walk.add(sealed)) return;
    }
    yield* compareTiles(walk);
    yield* progress(walk.tree.size());
    if (walk.tree.size() < Math.min(head, after + pieces * pieceSize)) return;
  }
});
