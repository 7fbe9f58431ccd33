import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { isSameHash } from "../../domain/transparency/merkleHash.ts";
import { type SealedCheckpoint, SealedTree } from "../../domain/transparency/SealedTree.ts";
import { tilesOf } from "../../domain/transparency/Tile.ts";
import type { VerifierKey } from "../../domain/transparency/VerifierKey.ts";
import { EventChecker } from "../../domain/verification/EventChecker.ts";
import { type Fault, firstFault } from "../../domain/verification/Fault.ts";
import { type CountedRows, LogCensus } from "../../domain/verification/LogCensus.ts";
import { readSignedCheckpoint } from "../../domain/verification/readSignedCheckpoint.ts";
import { publishedKeys } from "../transparency/publishedKeys.ts";
import { EventSequence } from "./EventSequence.ts";
import { type ExpectedRoot, TreeCheck } from "./TreeCheck.ts";
import type { VerifyReport } from "./VerifyReport.ts";
import { verifyProjections } from "./verifyProjections.ts";

/** What a verification compares the database with, beside itself. */
export interface VerifyOptions {
  /** The trusted keys; those that the database names if there are none. */
  readonly keys: ReadonlyArray<VerifierKey>;
  /** The signed notes of checkpoints that somebody kept. */
  readonly older: ReadonlyArray<string>;
  /** By how much `recordedAt` may go back, in milliseconds. */
  readonly skewMs: number;
  /** Receives the number of events that were checked. */
  readonly progress: (checked: number) => Effect.Effect<void>;
}

/** Events in one piece of work, and how many pieces are computed at a time. */
const pieceSize = 2_048;
const pieces = 8;
const checkpointsAtOnce = 1_000;

const countFaults = ({ head, highest, lowest, rows }: CountedRows): ReadonlyArray<Fault> => {
  if (lowest !== null && lowest < 1)
    return [{ position: lowest, part: "position", reason: "there is an event before position 1" }];
  if (highest !== null && highest > head)
    return [
      { position: head + 1, part: "position", reason: `there is an event at ${highest}, and the log ends at ${head}` }
    ];
  if (rows > head) return [{ position: head + 1, part: "position", reason: `there are ${rows} events up to ${head}` }];
  return [];
};

/** What does not hold about a stored checkpoint alone. */
const storedFault = (stored: SealedCheckpoint, keys: ReadonlyArray<VerifierKey>, checker: EventChecker["Type"]) =>
  Either.match(readSignedCheckpoint(stored.note, keys, checker.verifyEd25519, stored.size), {
    onLeft: (fault): Fault | null => fault,
    onRight: ({ origin, rootHash, size }): Fault | null =>
      origin === stored.origin && size === stored.size && isSameHash(rootHash, stored.rootHash)
        ? null
        : { position: stored.size, part: "checkpoint", reason: "the columns of the checkpoint differ from its text" }
  });

/** Reads all stored checkpoints, and returns their roots by size and what does not hold about each alone. */
const readCheckpoints = Effect.fnUntraced(function* (keys: ReadonlyArray<VerifierKey>) {
  const tree = yield* SealedTree;
  const checker = yield* EventChecker;
  const roots: Array<ExpectedRoot> = [];
  const faults: Array<Fault> = [];
  for (let isMore = true; isMore; ) {
    const page = yield* tree.checkpoints(roots.at(-1)?.size ?? 0, checkpointsAtOnce);
    for (const stored of page) {
      roots.push({ size: stored.size, rootHash: stored.rootHash, from: `the checkpoint of ${stored.size} events` });
      const fault = storedFault(stored, keys, checker);
      if (fault !== null) faults.push(fault);
    }
    isMore = page.length === checkpointsAtOnce;
  }
  return { roots, faults };
});

/** Reads the checkpoints that somebody kept. Each must be stored as well, because only stored ones are published. */
const readOlder = (
  older: ReadonlyArray<string>,
  stored: ReadonlyArray<ExpectedRoot>,
  keys: ReadonlyArray<VerifierKey>,
  checker: EventChecker["Type"]
) => {
  const sizes = new Set(stored.map(({ size }) => size));
  const roots: Array<ExpectedRoot> = [];
  const faults: Array<Fault> = [];
  for (const text of older) {
    const read = readSignedCheckpoint(text, keys, checker.verifyEd25519);
    if (Either.isLeft(read)) faults.push(read.left);
    else {
      const { rootHash, size } = read.right;
      roots.push({ size, rootHash, from: `the given checkpoint of ${size} events` });
      if (!sizes.has(size))
        faults.push({
          position: size,
          part: "checkpoint",
          reason: `the given checkpoint of ${size} events is not stored`
        });
    }
  }
  return { roots, faults };
};

/** A walk over all events that compares them with every root in order of size. */
class Walk {
  readonly faults: Array<Fault> = [];
  readonly tree: TreeCheck;
  readonly #sequence: EventSequence;
  readonly #expected: Array<ExpectedRoot>;

  constructor(expected: ReadonlyArray<ExpectedRoot>, sealed: number, skewMs: number) {
    this.#expected = [...expected].sort((a, b) => b.size - a.size);
    this.tree = new TreeCheck(sealed);
    this.#sequence = new EventSequence(skewMs);
  }

  /** Adds events with their leaf hashes. Returns false if the sequence is broken, so that there is no tree from there on. */
  add(events: ReadonlyArray<RecordedEvent>, leafHashes: Uint8Array): boolean {
    for (const [index, event] of events.entries()) {
      const before = this.#sequence.position();
      const fault = this.#sequence.add(event);
      if (fault !== null) this.faults.push(fault);
      if (this.#sequence.position() === before) return false;
      this.tree.add(leafHashes.subarray(index * 32, index * 32 + 32));
      this.#compare();
    }
    return true;
  }

  #compare(): void {
    const size = this.tree.size();
    for (let next = this.#expected.at(-1); next?.size === size; next = this.#expected.at(-1)) {
      this.tree.compare(next);
      this.#expected.pop();
    }
  }

  /** What is missing at the end of the log, if there is a checkpoint of more events. */
  endFaults(head: number): ReadonlyArray<Fault> {
    const position = this.tree.size() + 1;
    const left = this.#expected.at(-1);
    return [
      ...(head < position
        ? []
        : [{ position, part: "position", reason: `the event is missing, and the log ends at ${head}` } as const]),
      ...(left === undefined
        ? []
        : [{ position, part: "checkpoint", reason: `the log ends before ${left.from}` } as const])
    ];
  }
}

const compareTiles = Effect.fnUntraced(function* (walk: Walk) {
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

const walkLog = Effect.fnUntraced(function* (walk: Walk, head: number, progress: VerifyOptions["progress"]) {
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

/** More tiles than the tree has are a fault too, unless the tree grew meanwhile. */
const tileCountFault = Effect.fnUntraced(function* ({ tiles }: CountedRows, sealed: number, hasMore: boolean) {
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

/**
 * Verifies the stored log: positions and the number of rows, versions within streams, leaves, personal parts, the tree
 * against its tiles, every checkpoint that was signed, signatures, and stored projections. Events that are appended
 * meanwhile do not count.
 */
export const verifyLog = Effect.fn("verifyLog")(function* ({ keys, older, progress, skewMs }: VerifyOptions) {
  const checker = yield* EventChecker;
  const trusted = keys.length > 0 ? keys : yield* publishedKeys;
  const stored = yield* readCheckpoints(trusted);
  const counted = yield* (yield* LogCensus).count;
  const given = readOlder(older, stored.roots, trusted, checker);
  const sealed = stored.roots.at(-1)?.size ?? 0;
  const walk = new Walk([...stored.roots, ...given.roots], sealed, skewMs);
  yield* walkLog(walk, counted.head, progress);
  walk.tree.finish();
  yield* compareTiles(walk);
  const ofLog = [
    ...countFaults(counted),
    ...stored.faults,
    ...given.faults,
    ...walk.faults,
    ...walk.tree.faults(),
    ...walk.endFaults(counted.head),
    ...(yield* tileCountFault(counted, sealed, walk.tree.hasMoreHashes()))
  ];
  // Projections of a log that was changed differ as a consequence, which would say nothing more.
  const faults = ofLog.length > 0 ? ofLog : yield* verifyProjections(progress);
  return {
    checked: walk.tree.size(),
    size: sealed,
    rootHash: walk.tree.sealedRoot(),
    firstBad: firstFault(faults)
  } satisfies VerifyReport;
});
