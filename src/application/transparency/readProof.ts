import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { consistencyPath } from "../../domain/transparency/consistencyProof.ts";
import { inclusionPath } from "../../domain/transparency/inclusionProof.ts";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";
import type { Subtree } from "../../domain/transparency/subtrees.ts";
import { TileHashes, type TileMissing, tilesHolding } from "../../domain/transparency/TileHashes.ts";

/** The stored tree lacks a tile that a proof needs. `tidemark audit verify` names what else is missing. */
export class TilesMissing extends Schema.TaggedError<TilesMissing>()("TilesMissing", {
  level: Schema.Number,
  index: Schema.Number
}) {
  override get message(): string {
    return `Tile ${this.index} of level ${this.level} of the transparency log is missing or too short: run tidemark audit verify`;
  }
}

const isTileMissing = (thrown: unknown): thrown is TileMissing => thrown instanceof Error && "level" in thrown;

/** Reads the tiles of a path, one statement for all, and hashes them. */
const readPath = Effect.fnUntraced(function* (path: ReadonlyArray<ReadonlyArray<Subtree>>, size: number) {
  const hashes = new TileHashes();
  const wanted = tilesHolding(path, size);
  if (wanted.length > 0) {
    for (const tile of yield* (yield* SealedTree).tiles(wanted)) hashes.add(tile, tile.hashes);
  }
  return yield* Effect.try({
    try: () => hashes.proof(path),
    catch: (thrown) => new TilesMissing(isTileMissing(thrown) ? thrown : { level: -1, index: -1 })
  });
});

/** Returns the inclusion proof of a leaf in the tree of a sealed size, from its tiles. `index` is below `size`. */
export const readInclusionProof = (index: number, size: number) => readPath(inclusionPath(index, size), size);

/** Returns the consistency proof between two sealed sizes, from the tiles. `older` is at least 1 and at most `newer`. */
export const readConsistencyProof = (older: number, newer: number) => readPath(consistencyPath(older, newer), newer);
