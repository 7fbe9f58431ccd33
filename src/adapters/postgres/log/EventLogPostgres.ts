import { randomBytes } from "node:crypto";
import { type SqlClient, TransactionConnection } from "@effect/sql/SqlClient";
import { PgClient } from "@effect/sql-pg/PgClient";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Queue from "effect/Queue";
import * as Stream from "effect/Stream";
import { backoff } from "../../../application/background/backoff.ts";
import { RandomPool } from "../../../domain/crypto/RandomPool.ts";
import { Sha256Hasher } from "../../../domain/crypto/Sha256Hasher.ts";
import { versionOf } from "../../../domain/event/compaction.ts";
import { CursorBeyondHead, EventLog, EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { followPages } from "../../../domain/event/followPages.ts";
import { Lookup } from "../../../domain/event/Lookup.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { type UnitOfWork, UnitsOfWork } from "../../../domain/event/UnitOfWork.ts";
import { saltLength } from "../../../domain/personal/commitment.ts";
import { failureReason } from "../connection/failureReason.ts";
import { makeHeads } from "../connection/Heads.ts";
import { SubjectKeySealed, SubjectKeys } from "../personal/SubjectKeys.ts";
import { appendFailure } from "./appendFailure.ts";
import { makeCommitQueue } from "./CommitQueue.ts";
import { coalescePages } from "./coalescePages.ts";
import { type CommitSources, commitBatch } from "./commitBatch.ts";
import { consumeUses } from "./consumeUses.ts";
import { currentHead } from "./currentHead.ts";
import { type EventRow, eventColumns, haveErasure, recordedEvents } from "./eventRow.ts";
import { LoadedStreams } from "./LoadedStreams.ts";
import { type KnownOfLog, makeLookup } from "./makeLookup.ts";
import { RecentLookups } from "./RecentLookups.ts";
import * as RecentSecrets from "./RecentSecrets.ts";
import { relevantEventsAfter } from "./relevantEvents.ts";

const unavailable = (operation: EventLogUnavailable["operation"]) => (cause: unknown) =>
  new EventLogUnavailable({
    operation,
    reason: cause instanceof SubjectKeySealed ? "unreadable" : failureReason(cause),
    cause
  });

/** The delays are shorter than those of background work, because readers wait for the next events. */
const retrySchedule = backoff("50 millis", "2 seconds");

const withRetries = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.retry(effect, { schedule: retrySchedule, while: ({ _tag }) => _tag === "EventLogUnavailable" });

/** Up to some 20 MB: an event has about a kilobyte. */
const maxCachedEvents = 20_000;

const commitInTransaction = Effect.fnUntraced(function* (sql: SqlClient, sources: CommitSources, unit: UnitOfWork) {
  const [outcome] = yield* Effect.catchAll(commitBatch(sql, sources, [unit]), appendFailure);
  if (outcome === undefined) return yield* appendFailure(new Error("the database returned no outcome"));
  return yield* outcome;
});

const isInTransaction = Effect.map(Effect.serviceOption(TransactionConnection), Option.isSome);

const makeEventLog = Effect.gen(function* () {
  const sql = yield* PgClient;
  const keys = yield* SubjectKeys;
  const salts = new RandomPool(randomBytes);
  const commitments = { freshSalt: () => salts.take(saltLength), hashing: yield* Sha256Hasher };
  const sources: CommitSources = { keys, commitments };
  const enqueue = yield* makeCommitQueue(sql, sources);
  const subscribe = yield* makeHeads(sql, {
    channel: "tidemark_log",
    current: currentHead(sql),
    name: "the event log"
  });
  const columns = sql.literal(eventColumns);
  const head = currentHead(sql).pipe(Effect.mapError(unavailable("head")));

  const refuseBeyondHead = (cursor: number) =>
    Effect.filterOrFail(
      head,
      (found) => found >= cursor,
      (found) => new CursorBeyondHead({ cursor, head: found })
    );

  const known: KnownOfLog = { loaded: new LoadedStreams(maxCachedEvents), recent: new RecentLookups() };
  const { loaded, recent } = known;
  const secrets = yield* RecentSecrets.RecentSecrets;
  const joined = (rows: ReadonlyArray<EventRow>) => {
    // What is cached of streams may be about the person who was erased.
    if (haveErasure(rows)) {
      loaded.clear();
      recent.clear();
    }
    return recordedEvents(keys, rows);
  };

  const read = (after: number, limit: number) =>
    sql<EventRow>`select ${columns} from tidemark.events where position > ${after} order by position limit ${limit}`.pipe(
      Effect.flatMap(joined),
      Effect.mapError(unavailable("read")),
      Effect.tap((events) => (events.length === 0 ? refuseBeyondHead(after) : Effect.void))
    );
  const loadAfter = (stream: StreamName, version: number) =>
    Effect.mapError(relevantEventsAfter(sql, keys, stream, version), unavailable("load"));
  const coalescedRead = yield* coalescePages((after, limit) => withRetries(read(after, limit)));

  const commit = (unit: UnitOfWork) => {
    if (unit.appends.length === 0)
      return Effect.as(
        Effect.catchTag(consumeUses(sql, unit.uses), "SqlError", (cause) => Effect.fail(unavailable("append")(cause))),
        []
      );
    return Effect.flatMap(isInTransaction, (joins) => {
      if (joins) return commitInTransaction(sql, sources, unit);
      const { generation } = loaded;
      return Effect.map(enqueue(unit), (committed) => {
        loaded.add(committed, generation);
        recent.add(committed);
        secrets.add(unit.secrets);
        return committed;
      });
    });
  };

  const log = EventLog.of({
    append: (stream, expectedVersion, events) =>
      events.length === 0
        ? Effect.succeed([])
        : commit({ appends: [{ stream, expectedVersion, events }], uses: [], secrets: [] }).pipe(
            Effect.catchTags({ AlreadyUsed: Effect.die, IdentityUnknown: Effect.die })
          ),
    load: (stream) =>
      Effect.flatMap(isInTransaction, (joins) => {
        if (joins) return loadAfter(stream, 0);
        const [before, generation] = [loaded.known(stream), loaded.generation];
        return Effect.map(loadAfter(stream, versionOf(before)), (next) =>
          loaded.extend(stream, before, next, generation)
        );
      }),
    cached: (stream) => Effect.map(isInTransaction, (joins) => (joins ? [] : loaded.known(stream))),
    read,
    readRange: ({ after, upTo }, limit, skippedTypes) =>
      sql<EventRow>`
        select ${columns} from tidemark.events
        where position > ${after} and position <= ${upTo} and type <> all(${[...skippedTypes]}::text[])
        order by position limit ${limit}`.pipe(Effect.flatMap(joined), Effect.mapError(unavailable("read"))),
    leafHash: (position) =>
      sql<{ leafHash: string }>`
        select leaf_hash as "leafHash" from tidemark.events where position = ${position}
        union all select leaf_hash from tidemark.archived_events where position = ${position}`.pipe(
        Effect.mapBoth({ onFailure: unavailable("read"), onSuccess: ([row]) => row?.leafHash ?? null })
      ),
    pseudonym: (did) =>
      keys.ofDids([did]).pipe(
        Effect.flatMap((subjects) =>
          Effect.fromNullable(subjects.get(did)).pipe(Effect.orDieWith(() => new Error("the person was not added")))
        ),
        Effect.mapBoth({ onFailure: unavailable("find"), onSuccess: ({ streamKey }) => streamKey })
      ),
    head,
    follow: Effect.fnUntraced(function* (after) {
      const heads = yield* subscribe;
      yield* refuseBeyondHead(after);
      return followPages({ read: coalescedRead, head: withRetries(head), announced: Queue.take(heads) }, after);
    }, Stream.unwrapScoped)
  });
  return Context.make(EventLog, log).pipe(
    Context.add(Lookup, makeLookup(sql, keys, known)),
    Context.add(UnitsOfWork, { commit })
  );
});

/**
 * The event log in `tidemark.events`, with units of work. Concurrent units of one process share a transaction; a unit within
 * `Atomically` joins that one. If the connection is lost, an append fails with an unknown outcome; repeated with the same expected
 * version, it fails with `VersionConflict` if it was stored. An event id that the log already has is a defect.
 */
export const layer: Layer.Layer<
  EventLog | Lookup | RecentSecrets.RecentSecrets | UnitsOfWork,
  never,
  PgClient | SubjectKeys
> = Layer.provideMerge(Layer.scopedContext(makeEventLog), RecentSecrets.layer);
