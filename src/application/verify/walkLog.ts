import * as Effect from "effect/Effect";
import { EventLog } from "../../domain/event/EventLog.ts";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";
import { EventChecker } from "../../domain/verification/EventChecker.ts";
import type { LogWalk } from "./LogWalk.ts";

/** Events in one piece of work, and how many pieces are computed at a time. */
const pieceSize = 2_048;
const pieces = 8;

/** Compares the tiles that were completed since the last call with the stored ones. */
export const compareTiles = Effect.fnUntraced(function* (walk: LogWalk) {
  const filled = walk.tree.takeTiles();
  if (filled.length === 0) return;
  const stored = new Map<string, Uint8Array>();
  for (const { hashes, index, level } of yield* (yield* SealedTree).tiles(filled))
    stored.set(`${level}/${index}`, hashes);
  for (const tile of filled) walk.tree.compareTile(tile, stored.get(`${tile.level}/${tile.index}`));
});

/** Reads the next events in pieces, whose leaf hashes are computed at the same time. */
const nextPieces = Effect.fnUntraced(function* (after: number, head: number) {
  const log = yield* EventLog;
  const checker = yield* EventChecker;
  const starts = Array.from({ length: pieces }, (_, index) => after + index * pieceSize).filter(
    (start) => start < head
  );
  return yield* Effect.forEach(
    starts,
    (start) =>
      log
        .readRange({ after: start, upTo: Math.min(head, start + pieceSize) }, pieceSize, new Set<string>())
        .pipe(Effect.flatMap((events) => Effect.map(checker.check(events), (checked) => ({ events, ...checked })))),
    { concurrency: pieces }
  );
});

/** Reads the log up to a position into a walk, in pieces, and stops where the sequence is broken. */
export const walkLog = Effect.fnUntraced(function* (
  walk: LogWalk,
  head: number,
  progress: (checked: number) => Effect.Effect<void>
) {
  for (let after = 0; after < head; after += pieces * pieceSize) {
    for (const { events, fault, leafHashes } of yield* nextPieces(after, head)) {
      if (fault !== null) walk.faults.push(fault);
      if (!walk.add(events, leafHashes)) return;
    }
    yield* compareTiles(walk);
    yield* progress(walk.tree.size());
    if (walk.tree.size() < Math.min(head, after + pieces * pieceSize)) return;
  }
});
