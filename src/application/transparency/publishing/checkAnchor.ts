import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import { traced } from "../../../domain/failure/traced.ts";
import { verifyConsistency } from "../../../domain/transparency/consistencyProof.ts";
import { anchoredIn, noteInLine } from "../../../domain/transparency/publishing/anchorLines.ts";
import { type SealedCheckpoint, SealedTree } from "../../../domain/transparency/SealedTree.ts";
import { parseNote } from "../../../domain/transparency/SignedNote.ts";
import type { VerifierKey } from "../../../domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../../domain/transparency/verifyEd25519.ts";
import { verifyNote } from "../../../domain/transparency/verifyNote.ts";
import { publishedKeys } from "../publishedKeys.ts";
import { readConsistencyProof } from "../readProof.ts";

/** What of an anchor file does not hold, at the size of a checkpoint. */
export interface AnchorFault {
  readonly position: number;
  readonly part: "checkpoint" | "signature";
  readonly reason: string;
}

/** How many checkpoints of an anchor file were compared, the size of the last one, and what does not hold. */
interface Compared {
  readonly checked: number;
  readonly size: number;
  readonly firstBad: AnchorFault | null;
}

/** The result of a comparison. `isCutOff` says that the last line is no checkpoint, as after a crash, and was skipped. */
export interface AnchorReport extends Compared {
  readonly isCutOff: boolean;
}

/** How many lines are compared by one statement. */
const linesAtOnce = 500;

interface Progress extends Compared {
  /** The number of lines before. */
  readonly lines: number;
  /** The line before, if it is no checkpoint: a crash may have cut it off. */
  readonly cut: string | null;
  /** The note of the last checkpoint. */
  readonly last: string | null;
}

const start: Progress = { checked: 0, size: 0, firstBad: null, lines: 0, cut: null, last: null };

const fault = (before: Progress, position: number, reason: string): Progress => ({
  ...before,
  firstBad: { position, part: "checkpoint", reason }
});

const checkLine = (before: Progress, line: string, stored: ReadonlyMap<number, SealedCheckpoint>): Progress => {
  const { cut, firstBad, lines, size } = before;
  if (firstBad !== null) return before;
  const number = lines + 1;
  if (cut !== null && !line.startsWith(cut))
    return fault(before, size + 1, `line ${lines} of the anchor is no checkpoint`);
  const note = noteInLine(line);
  const anchored = note === null ? null : anchoredIn(note);
  if (anchored === null) return { ...before, lines: number, cut: line };
  if (anchored.size <= size)
    return fault(before, anchored.size, `line ${number} of the anchor is not larger than the line before`);
  const own = stored.get(anchored.size);
  if (own === undefined)
    return fault(
      before,
      anchored.size,
      `the log has no checkpoint of this size, which line ${number} of the anchor has`
    );
  if (own.note !== note)
    return fault(before, anchored.size, `the checkpoint of the log differs from line ${number} of the anchor`);
  return { checked: before.checked + 1, size: anchored.size, firstBad: null, lines: number, cut: null, last: note };
};

/** Returns the stored checkpoints that these lines may hold, by size. */
const storedOf = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const tree = yield* SealedTree;
  const sizes = lines.flatMap((line) => anchoredIn(noteInLine(line) ?? "")?.size ?? []);
  const stored = new Map<number, SealedCheckpoint>();
  if (sizes.length === 0) return stored;
  for (const checkpoint of yield* tree.checkpoints(Math.max(0, Math.min(...sizes) - 1), linesAtOnce)) {
    stored.set(checkpoint.size, checkpoint);
  }
  for (const size of sizes.filter((each) => !stored.has(each))) {
    const found = yield* tree.checkpoint(size);
    if (Option.isSome(found)) stored.set(size, found.value);
  }
  return stored;
});

const checkLines = Effect.fnUntraced(function* (before: Progress, lines: ReadonlyArray<string>) {
  const stored = yield* storedOf(lines);
  return lines.reduce((progress, line) => checkLine(progress, line, stored), before);
});

/** Checks the last checkpoint of the file alone: its signature, and that the latest one continues it. */
const checkLast = Effect.fnUntraced(function* (note: string, size: number, given: ReadonlyArray<VerifierKey>) {
  const tree = yield* SealedTree;
  const keys = given.length > 0 ? given : yield* publishedKeys;
  const signed = Either.flatMap(parseNote(note), (read) => verifyNote(read, keys, verifyEd25519));
  const unsigned: AnchorFault = {
    position: size,
    part: "signature",
    reason: "no key of the log signed the last checkpoint of the anchor"
  };
  if (Either.isLeft(signed)) return unsigned;
  const own = Option.getOrNull(yield* tree.checkpoint(size));
  const latest = Option.getOrNull(yield* tree.latest);
  const proof = latest === null ? [] : yield* readConsistencyProof(size, latest.size);
  const reason = "the latest checkpoint does not continue the last one of the anchor";
  const broken: AnchorFault = { position: size, part: "checkpoint", reason };
  return own !== null && latest !== null && verifyConsistency(own, latest, proof) ? null : broken;
});

/**
 * Compares the lines of an anchor file with the stored checkpoints, in order, and proves that the latest checkpoint
 * continues the last line. A line that a crash cut off is skipped if the next line repeats it. Without `keys`, the published
 * keys of the log count.
 */
export const checkAnchor = traced("checkAnchor")(function* <E, R>(
  lines: Stream.Stream<string, E, R>,
  keys: ReadonlyArray<VerifierKey>
) {
  const end = yield* lines.pipe(
    Stream.grouped(linesAtOnce),
    Stream.runFoldEffect(start, (progress, group) => checkLines(progress, [...group]))
  );
  const { checked, cut, firstBad, last, size } = end;
  const isCutOff = cut !== null && firstBad === null;
  if (firstBad !== null || last === null) return { checked, size, firstBad, isCutOff } satisfies AnchorReport;
  return { checked, size, firstBad: yield* checkLast(last, size, keys), isCutOff } satisfies AnchorReport;
});
