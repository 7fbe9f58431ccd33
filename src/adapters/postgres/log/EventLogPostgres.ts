import { randomBytes } from "node:crypto";
import { SqlClient, TransactionConnection } from "@effect/sql/SqlClient";
import { PgClient } from "@effect/sql-pg/PgClient";
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
import { saltLength } from "../../../domain/personal/commitment.ts";
import { failureReason } from "../connection/failureReason.ts";
import { makeHeads } from "../connection/Heads.ts";
import { SubjectKeySealed, SubjectKeys } from "../personal/SubjectKeys.ts";
import { makeAppendQueue } from "./AppendQueue.ts";
import { type Append, type AppendSources, appendBatch } from "./appendBatch.ts";
import { appendFailure } from "./appendFailure.ts";
import { coalescePages } from "./coalescePages.ts";
import { currentHead } from "./currentHead.ts";
import { type EventRow, eventColumns, haveErasure, recordedEvents } from "./eventRow.ts";
import { LoadedStreams } from "./LoadedStreams.ts";
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

const appendInTransaction = Effect.fnUntraced(function* (sql: SqlClient, sources: AppendSources, append: Append) {
  const [outcome] = yield* Effect.catchAll(appendBatch(sql, sources, [append]), appendFailure);
  if (outcome === undefined) return yield* appendFailure(new Error("the database returned no outcome"));
  return yield* outcome;
});

const makeEventLog = Effect.gen(function* () {
  const sql = yield* PgClient;
  const keys = yield* SubjectKeys;
  const salts = new RandomPool(randomBytes);
  const commitments = { freshSalt: () => salts.take(saltLength), hashing: yield* Sha256Hasher };
  const sources: AppendSources = { keys, commitments };
  const enqueue = yield* makeAppendQueue(sql, sources);
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

  const loaded = new LoadedStreams(maxCachedEvents);
  const joined = (rows: ReadonlyArray<EventRow>) => {
    // What is cached of streams may be about the person who was erased.
    if (haveErasure(rows)) loaded.clear();
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

  return EventLog.of({
    append: (stream, expectedVersion, events) => {
      if (events.length === 0) return Effect.succeed([]);
      const append = { stream, expectedVersion, events };
      return Effect.flatMap(Effect.serviceOption(TransactionConnection), (transaction) =>
        Option.isSome(transaction) ? appendInTransaction(sql, sources, append) : enqueue(append)
      );
    },
    load: (stream) =>
      Effect.flatMap(Effect.serviceOption(TransactionConnection), (transaction) => {
        if (Option.isSome(transaction)) return loadAfter(stream, 0);
        const [known, generation] = [loaded.known(stream), loaded.generation];
        return Effect.map(loadAfter(stream, versionOf(known)), (next) =>
          loaded.extend(stream, known, next, generation)
        );
      }),
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
});

const makeLookup = Effect.map(SqlClient, (sql) =>
  Lookup.of({
    find: (kind, key) =>
      sql<{ stream: StreamName }>`select stream from tidemark.lookups where kind = ${kind} and key = ${key}`.pipe(
        Effect.mapBoth({
          onFailure: unavailable("find"),
          onSuccess: ([row]) => Option.map(Option.fromNullable(row), ({ stream }) => stream)
        })
      ),
    list: (kind, owner, after, limit) =>
      sql<{ key: string; stream: StreamName }>`
        select key, stream from tidemark.lookups
        where kind = ${kind} and key > ${`${owner} ${after ?? ""}`} and key < ${`${owner}!`}
        order by key limit ${limit}`.pipe(
        Effect.mapBoth({
          onFailure: unavailable("find"),
          onSuccess: (rows) => rows.map(({ key, stream }) => ({ id: key.slice(owner.length + 1), stream }))
        })
      )
  })
);

/**
 * The event log in `tidemark.events`. Concurrent appends of one process share a transaction; an append within `Atomically`
 * joins that one. If the connection is lost, an append fails with an unknown outcome; repeated with the same expected
 * version, it fails with `VersionConflict` if it was stored. An event id that the log already has is a defect.
 */
export const layer: Layer.Layer<EventLog | Lookup, never, PgClient | SqlClient | SubjectKeys> = Layer.merge(
  Layer.scoped(EventLog, makeEventLog),
  Layer.effect(Lookup, makeLookup)
);
