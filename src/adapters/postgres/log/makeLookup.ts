import { TransactionConnection } from "@effect/sql/SqlClient";
import type { PgClient } from "@effect/sql-pg/PgClient";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { Lookup, type LookupKey, type LookupKind } from "../../../domain/event/Lookup.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { failureReason } from "../connection/failureReason.ts";
import { SubjectKeySealed, type SubjectKeys } from "../personal/SubjectKeys.ts";
import { recordedEvents } from "./eventRow.ts";
import type { LoadedStreams } from "./LoadedStreams.ts";
import { isRandomKey, type RecentLookups } from "./RecentLookups.ts";
import { foundEventRows } from "./relevantEvents.ts";

/** What a process knows of the log besides the database: the streams that it loaded last, and their keys. */
export interface KnownOfLog {
  readonly loaded: LoadedStreams;
  readonly recent: RecentLookups;
}

const unavailable = (cause: unknown) =>
  new EventLogUnavailable({
    operation: "find",
    reason: cause instanceof SubjectKeySealed ? "unreadable" : failureReason(cause),
    cause
  });

const findStream = (sql: PgClient, kind: LookupKind, key: string) =>
  sql<{ stream: StreamName }>`select stream from tidemark.lookups where kind = ${kind} and key = ${key}`.pipe(
    Effect.mapBoth({
      onFailure: unavailable,
      onSuccess: ([row]) => Option.map(Option.fromNullable(row), ({ stream }) => stream)
    })
  );

const findAndLoad = Effect.fnUntraced(function* (
  sql: PgClient,
  keys: SubjectKeys["Type"],
  loaded: LoadedStreams,
  { key, kind }: LookupKey
) {
  const { generation } = loaded;
  const rows = yield* Effect.mapError(foundEventRows(sql, kind, key), unavailable);
  const events = yield* Effect.mapError(recordedEvents(keys, rows), unavailable);
  const [first] = events;
  // A stream whose events were archived still has its keys.
  if (first === undefined) return yield* findStream(sql, kind, key);
  loaded.extend(first.stream, [], events, generation);
  return Option.some(first.stream);
});

/**
 * Finds streams by their keys in `tidemark.lookups`. A stream that is found by a random key is loaded by the same statement,
 * because whoever presents such a key goes on with the stream.
 */
export const makeLookup = (sql: PgClient, keys: SubjectKeys["Type"], { loaded, recent }: KnownOfLog): Lookup["Type"] =>
  Lookup.of({
    find: (kind, key) =>
      Effect.flatMap(Effect.serviceOption(TransactionConnection), (transaction) => {
        if (!isRandomKey(kind) || Option.isSome(transaction)) return findStream(sql, kind, key);
        const known = recent.find(kind, key);
        return Option.isSome(known) ? Effect.succeed(known) : findAndLoad(sql, keys, loaded, { kind, key });
      }),
    list: (kind, owner, after, limit) =>
      sql<{ key: string; stream: StreamName }>`
        select key, stream from tidemark.lookups
        where kind = ${kind} and key > ${`${owner} ${after ?? ""}`} and key < ${`${owner}!`}
        order by key limit ${limit}`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) => rows.map(({ key, stream }) => ({ id: key.slice(owner.length + 1), stream }))
        })
      )
  });
