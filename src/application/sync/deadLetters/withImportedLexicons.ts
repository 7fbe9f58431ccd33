import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import type { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import type { Lease } from "../../../domain/lease/Leases.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { holdLease, type LeaseExpired, underRenewedLease } from "../../lease/withRenewedLease.ts";
import { latestImport } from "../../lexicons/storedLexicons.ts";

const afterImport = { name: "records after an import", leaseMs: 15_000, renewEveryMs: 5_000 };

/** Another set of Lexicons was imported, or is not active in this process yet. */
class LexiconsOutdated extends Data.TaggedError("LexiconsOutdated") {}

/** The set of Lexicons that work is done for, and the lease under which it is done. */
export interface ImportedLexicons {
  readonly set: LexiconSet;
  readonly lease: Lease;
}

/** Fails unless the set is active in this process and is that of the last import. */
const requireLatest = Effect.fnUntraced(function* ({ digest }: LexiconSet) {
  const current = yield* (yield* LexiconCatalog).current;
  const latest = yield* latestImport();
  if (digest !== current.digest || digest !== latest.digest) return yield* new LexiconsOutdated();
});

/**
 * Fails unless the set is still that of the last import and the lease is held. It is the last step of a transaction that
 * stores something.
 */
export const requireCurrent = ({ lease, set }: ImportedLexicons) =>
  Effect.zipRight(requireLatest(set), holdLease(lease, afterImport.leaseMs));

type WorkFailure = LexiconsOutdated | LeaseExpired | StorageUnavailable | RecordIndexUnavailable | EventLogUnavailable;

/**
 * Runs work that an import of Lexicons entails, in one process, while its set is that of the last import. All such work
 * has the same lease: what was stored for an earlier set is complete before work for a later one begins.
 */
export const withImportedLexicons = <R>(
  set: LexiconSet,
  work: (imported: ImportedLexicons) => Effect.Effect<void, WorkFailure, R>
) =>
  requireLatest(set).pipe(
    Effect.zipRight(underRenewedLease(afterImport, (lease) => work({ set, lease }))),
    Effect.asVoid,
    Effect.catchTags({ LexiconsOutdated: () => Effect.void, LeaseExpired: () => Effect.void })
  );
