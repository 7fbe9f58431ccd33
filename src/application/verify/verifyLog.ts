import type * as Effect from "effect/Effect";
import { Sha256Hasher } from "../../domain/crypto/Sha256Hasher.ts";
import { traced } from "../../domain/failure/traced.ts";
import { nodeHashBy } from "../../domain/transparency/merkleHash.ts";
import type { VerifierKey } from "../../domain/transparency/VerifierKey.ts";
import { EventChecker } from "../../domain/verification/EventChecker.ts";
import { firstFault } from "../../domain/verification/Fault.ts";
import { LogCensus } from "../../domain/verification/LogCensus.ts";
import { publishedKeys } from "../transparency/publishedKeys.ts";
import { countFaults, tileCountFault } from "./countFaults.ts";
import { LogWalk } from "./LogWalk.ts";
import { personFaults } from "./PersonCheck.ts";
import { readCheckpoints, readOlder } from "./readRoots.ts";
import type { LogReport } from "./VerifyReport.ts";
import { verifyArchives } from "./verifyArchives.ts";
import { verifyProjections } from "./verifyProjections.ts";
import { compareTiles, walkLog } from "./walkLog.ts";

/** What a verification compares the database with, beside itself. */
export interface VerifyOptions {
  /** The trusted keys; those that the database names if there are none. */
  readonly keys: ReadonlyArray<VerifierKey>;
  /** The signed notes of checkpoints that somebody kept. */
  readonly older: ReadonlyArray<string>;
  /** Whether every archive must be there. Otherwise the report names those that are missing. */
  readonly requiresArchives: boolean;
  /** By how much `recordedAt` may go back, in milliseconds. */
  readonly skewMs: number;
  /** Receives the number of events that were checked. */
  readonly progress: (checked: number) => Effect.Effect<void>;
}

/**
 * Verifies the stored log: positions and the number of rows, versions within streams, leaves, personal parts, the tree
 * against its tiles, every checkpoint that was signed, signatures, archives, and stored projections. Events that are appended
 * meanwhile do not count.
 */
export const verifyLog = traced("verifyLog")(function* (options: VerifyOptions) {
  const { keys, older, progress, requiresArchives, skewMs } = options;
  const checker = yield* EventChecker;
  const trusted = keys.length > 0 ? keys : yield* publishedKeys;
  const stored = yield* readCheckpoints(trusted);
  const counted = yield* (yield* LogCensus).count;
  const given = readOlder(older, stored.roots, trusted, checker);
  const sealed = stored.roots.at(-1)?.size ?? 0;
  const hash = nodeHashBy(yield* Sha256Hasher);
  const walk = new LogWalk([...stored.roots, ...given.roots], sealed, skewMs, hash);
  yield* walkLog(walk, counted.head, progress);
  walk.tree.finish();
  yield* compareTiles(walk);
  const archives = yield* verifyArchives(walk.archived.found(), requiresArchives);
  const ofLog = [
    ...countFaults(counted),
    ...stored.faults,
    ...given.faults,
    ...walk.faults,
    ...archives.faults,
    ...walk.tree.faults(),
    ...walk.endFaults(counted.head),
    ...(yield* tileCountFault(counted, sealed, walk.tree.hasMoreHashes()))
  ];
  // If events were changed, erasures may be missing and projections differ as a consequence, which would say nothing more.
  const ofPersons = ofLog.length > 0 ? ofLog : yield* personFaults(walk.persons);
  const faults = ofPersons.length > 0 ? ofPersons : yield* verifyProjections(progress);
  return {
    checked: walk.tree.size(),
    size: sealed,
    rootHash: walk.tree.sealedRoot(),
    firstBad: firstFault(faults),
    archived: walk.archived.count(),
    missingArchives: archives.missing
  } satisfies LogReport;
});
