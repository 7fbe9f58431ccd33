import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";
import { tilesOf } from "../../domain/transparency/Tile.ts";
import type { Fault } from "../../domain/verification/Fault.ts";
import type { CountedRows } from "../../domain/verification/LogCensus.ts";

/** Returns what does not hold about the number of stored events: they have the positions from 1 to the head. */
export const countFaults = ({ head, highest, lowest, rows }: CountedRows): ReadonlyArray<Fault> => {
  if (lowest !== null && lowest < 1)
    return [{ position: lowest, part: "position", reason: "there is an event before position 1" }];
  if (highest !== null && highest > head)
    return [
      { position: head + 1, part: "position", reason: `there is an event at ${highest}, and the log ends at ${head}` }
    ];
  if (rows > head) return [{ position: head + 1, part: "position", reason: `there are ${rows} events up to ${head}` }];
  return [];
};

/** Returns what does not hold about the number of stored tiles, unless the tree grew meanwhile. */
export const tileCountFault = Effect.fnUntraced(function* ({ tiles }: CountedRows, sealed: number, hasMore: boolean) {
  const expected = [...tilesOf(sealed)].length;
  const latest = Option.match(yield* (yield* SealedTree).latest, { onNone: () => 0, onSome: ({ size }) => size });
  const fault: Fault = {
    position: Math.max(sealed, 1),
    part: "tile",
    reason: `there are ${tiles} tiles, and the tree has ${expected}`
  };
  if (latest !== sealed) return [];
  if (tiles !== expected) return [fault];
  return hasMore
    ? [{ ...fault, position: sealed + 1, reason: "the tiles have more hashes than the latest checkpoint covers" }]
    : [];
});
