import * as Effect from "effect/Effect";
import { traced } from "../../domain/failure/traced.ts";
import { inclusionPath } from "../../domain/transparency/inclusionProof.ts";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";
import { TileHashes, tilesHolding } from "../../domain/transparency/TileHashes.ts";
import { TilesMissing } from "./readProof.ts";

/**
 * Returns the inclusion proofs of leaves in the tree of a size, by reading each tile that they need once. An index is
 * below `size`.
 */
export const inclusionProofs = traced("inclusionProofs")(function* (indexes: ReadonlyArray<number>, size: number) {
  const paths = indexes.map((index) => inclusionPath(index, size));
  const hashes = new TileHashes();
  const wanted = tilesHolding(paths.flat(), size);
  if (wanted.length > 0) for (const tile of yield* (yield* SealedTree).tiles(wanted)) hashes.add(tile, tile.hashes);
  return yield* Effect.try({
    try: () => paths.map((path) => hashes.proof(path)),
    catch: () => new TilesMissing({ level: -1, index: -1 })
  });
});
