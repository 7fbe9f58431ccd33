import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import { CheckpointSigner } from "../../domain/transparency/CheckpointSigner.ts";
import type { TreeHead } from "../../domain/transparency/consistencyProof.ts";
import { KeptCheckpoint } from "../../domain/transparency/KeptCheckpoint.ts";
import { isSameHash } from "../../domain/transparency/merkleHash.ts";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";
import { statedCheckpoint } from "../../domain/transparency/statedCheckpoint.ts";
import { keyOfSignature } from "../../domain/transparency/verifyNote.ts";
import { SealRefused } from "./SealRefused.ts";
import { SealReport } from "./SealReport.ts";

/** Returns the kept checkpoint, if a configured key signed it: a log that was begun anew has a new key. */
const readKept = Effect.gen(function* () {
  const { keys } = yield* CheckpointSigner;
  const stated = Option.flatMapNullable(yield* (yield* KeptCheckpoint).read, statedCheckpoint);
  const ours = Option.filter(stated, ({ note }) => note.signatures.some((each) => keyOfSignature(keys, each) !== null));
  return Option.map(ours, ({ checkpoint }): TreeHead => checkpoint);
});

/** Says whether the stored tree has a checkpoint. It has all that it ever had, unless it was restored. */
const isInTree = Effect.fnUntraced(function* ({ rootHash, size }: TreeHead) {
  const found = yield* (yield* SealedTree).checkpoint(size);
  return Option.exists(found, (stored) => isSameHash(stored.rootHash, rootHash));
});

/** Returns the checkpoint that was kept beside the database, and whether the database lost it; null if none was kept. */
export const inspectKept = Effect.gen(function* () {
  const kept = Option.getOrNull(yield* readKept);
  return kept === null ? null : { kept, isLost: !(yield* isInTree(kept)) };
});

/**
 * Compares the database with the checkpoint that was kept beside it, before anything is sealed. If the database no longer
 * has it, it was restored from an older backup: the log says so, and this process signs nothing.
 */
export const compareWithKept = Effect.gen(function* () {
  const found = yield* inspectKept;
  if (found === null || !found.isLost) return;
  const { kept } = found;
  const report = yield* SealReport;
  report.restoredBefore(kept);
  yield* Effect.logError(new SealRefused({ reason: "checkpoint-lost", size: kept.size }).message);
}).pipe(
  Effect.catchTag("KeptCheckpointUnavailable", (problem) =>
    Effect.logWarning("The checkpoint beside the database cannot be read", problem)
  )
);

/** Keeps the latest checkpoint beside the database, for as long as the process runs. */
export const keepCheckpoint = Effect.gen(function* () {
  const kept = yield* readKept;
  const latest = yield* (yield* SealedTree).latest;
  if (Option.isNone(latest) || (yield* SealReport).isRestored) return;
  const { note, size } = latest.value;
  if (Option.exists(kept, (before) => before.size >= size)) return;
  yield* (yield* KeptCheckpoint).keep(note);
}).pipe(
  Effect.catchAll((problem) => Effect.logDebug("The latest checkpoint was not kept", problem)),
  Effect.repeat(Schedule.spaced("5 seconds"))
);
