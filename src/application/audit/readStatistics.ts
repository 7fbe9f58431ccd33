import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { ActivityCounts } from "../../domain/audit/ActivityCounts.ts";
import {
  type ActivityRange,
  activityBuckets,
  activityRanges,
  activityWindow
} from "../../domain/audit/ActivityRange.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { traced } from "../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";

/** Returns the counts of what the instance holds. */
export const readStatistics = traced("readStatistics")(function* () {
  const actors = yield* KnownActors;
  const registry = yield* ClientRegistry;
  const lexicons = yield* Effect.flatMap(LexiconCatalog, ({ current }) => current);
  const counts = yield* ActivityCounts;
  const log = yield* EventLog;
  const collections = yield* Effect.forEach(
    lexicons.collections,
    ({ nsid }) => Effect.map(actors.records(nsid), (records) => ({ id: nsid, records })),
    { concurrency: 2 }
  );
  return {
    collections,
    records: collections.reduce((sum, { records }) => sum + records, 0),
    actors: yield* actors.count,
    clients: (yield* registry.list).length,
    activeAuthorizations: yield* counts.activeAuthorizations(yield* Clock.currentTimeMillis),
    events: yield* log.head,
    lexicons: lexicons.documents.length
  };
});

/** Returns the activity of the instance over a period up to now, in buckets. Times in Unix milliseconds. */
export const readActivity = traced("readActivity")(function* (range: ActivityRange) {
  const now = yield* Clock.currentTimeMillis;
  const { bucketSeconds, unit } = activityRanges[range];
  const { from, to } = activityWindow(range, now);
  const counts = yield* ActivityCounts;
  const found = yield* counts.between(unit, from, to);
  return { from, to, bucketSeconds, buckets: activityBuckets(range, now, found) };
});
