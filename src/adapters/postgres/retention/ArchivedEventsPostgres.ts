import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { erasedDid } from "../../../domain/personal/erasedValue.ts";
import { lookupKeys } from "../../../domain/projection/lookups.ts";
import { type StoredChange, storedChanges } from "../../../domain/projection/storedChanges.ts";
import {
  type Archival,
  ArchivalRefused,
  ArchivedEvents,
  type StoredEvent
} from "../../../domain/retention/ArchivedEvents.ts";
import type { ArchivedRow } from "../../../domain/retention/ArchivedRow.ts";
import { typesOfClass } from "../../../domain/retention/retentionByType.ts";
import { removeFromHistory } from "../audit/fillHistory.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { archivedEvents, type EventRow, eventColumns, recordedEvents } from "../log/eventRow.ts";
import { readColumn } from "../personal/openColumn.ts";
import { SubjectKeys } from "../personal/SubjectKeys.ts";
import { rebuildLock } from "../projections/rebuildProjections.ts";
import { rowOfContent } from "./rowOfContent.ts";

const unavailable = storeUnavailable("archived-events");

/** The rows of stored projections that follow from events of a settled stream, by the change that made them. */
const tableOf: Readonly<Record<StoredChange["_tag"], "authorizations" | "unredeemed_codes" | "open_writes" | null>> = {
  "authorization-granted": "authorizations",
  "authorization-used": "authorizations",
  "authorization-ended": "authorizations",
  "code-issued": "unredeemed_codes",
  "code-closed": "unredeemed_codes",
  "write-opened": "open_writes",
  "write-in-doubt": "open_writes",
  "write-not-found": "open_writes",
  "write-closed": "open_writes",
  "revocation-enqueued": null,
  "revocation-completed": null,
  "repository-requested": null,
  "every-repository-requested": null,
  "report-created": null,
  "report-closed": null
};

/** The owner of an authorization may have been erased meanwhile, in another process: the key is then the erased form. */
const lookupsOf = ({ event, sealed }: StoredEvent) =>
  lookupKeys(event).flatMap(({ key, kind }) => {
    const [owner = ""] = key.split(" ");
    const erased = sealed.map(({ subject }) => `${erasedDid(subject)}${key.slice(owner.length)}`);
    return [key, ...(kind === "authorization-of-did" ? erased : [])].map((each) => ({ kind, key: each }));
  });

const removeFromProjections = Effect.fnUntraced(function* (sql: SqlClient, events: ReadonlyArray<StoredEvent>) {
  const lookups = events.flatMap(lookupsOf);
  const keys = {
    authorizations: new Set<string>(),
    unredeemed_codes: new Set<string>(),
    open_writes: new Set<string>()
  };
  for (const { event } of events)
    for (const change of storedChanges(event)) {
      const table = tableOf[change._tag];
      if (table !== null) keys[table].add(change.key);
    }
  yield* sql`
    delete from tidemark.lookups l
    using unnest(${lookups.map(({ kind }) => kind)}::text[], ${lookups.map(({ key }) => key)}::text[]) as k (kind, key)
    where l.kind = k.kind and l.key = k.key`;
  yield* sql`delete from tidemark.authorizations where authorization_id = any(${[...keys.authorizations]}::text[])`;
  yield* sql`delete from tidemark.unredeemed_codes where authorization_id = any(${[...keys.unredeemed_codes]}::text[])`;
  yield* sql`delete from tidemark.open_writes where stream = any(${[...keys.open_writes]}::text[])`;
});

const refuseUnless = (holds: boolean, reason: ArchivalRefused["reason"]) =>
  holds ? Effect.void : Effect.fail(new ArchivalRefused({ reason }));

const archiveLocked = Effect.fnUntraced(function* (sql: SqlClient, { archive, class: of, events: stored }: Archival) {
  const events = stored.map(({ event }) => event);
  const last = events.at(-1)?.position ?? 0;
  const [lock] = yield* sql<{ done: boolean }>`select pg_try_advisory_xact_lock(${rebuildLock}) as done`;
  yield* refuseUnless(lock?.done === true, "rebuilding");
  const [history] = yield* sql<{ position: number }>`select position from tidemark.audit_progress for update`;
  yield* refuseUnless((history?.position ?? 0) >= last, "history-behind");
  const [row] = yield* sql<{ moved: number }>`
    select tidemark.archive_events(${of}, ${archive}, ${events.map(({ position }) => position)},
      ${events.map(({ leafHash }) => leafHash)}) as moved`;
  yield* refuseUnless(row?.moved === events.length, "changed");
  yield* removeFromProjections(sql, stored);
  yield* removeFromHistory(sql, events);
});

const makeArchivedEvents = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const keys = yield* SubjectKeys;
  const columns = sql.literal(eventColumns);

  const ofStreams: ArchivedEvents["Type"]["ofStreams"] = Effect.fnUntraced(function* (streams) {
    const rows = yield* sql<EventRow>`
      select ${columns} from tidemark.events where stream = any(${[...streams]}::text[]) order by position`;
    const events = yield* recordedEvents(keys, rows);
    return events.map((event, at): StoredEvent => ({ event, sealed: readColumn(rows[at]?.personal)?.groups ?? [] }));
  }, Effect.mapError(unavailable));

  return ArchivedEvents.of({
    candidates: ({ before, class: of, upTo }, after, count) =>
      Effect.mapError(
        sql<Pick<EventRow, "position" | "stream">>`
          select position, stream from tidemark.events
          where position > ${after} and position <= ${upTo} and type = any(${[...typesOfClass(of)]}::text[])
            and recorded_at < ${before}
          order by position limit ${count}`,
        unavailable
      ),
    ofStreams,
    archive: (archival) =>
      Effect.mapError(sql.withTransaction(archiveLocked(sql, archival)), (error) =>
        error instanceof ArchivalRefused ? error : unavailable(error)
      ),
    range: ({ after, upTo }) =>
      Effect.mapError(
        sql<ArchivedRow>`
          select position, stream, version, leaf_hash as "leafHash", class, archive from tidemark.archived_events
          where position > ${after} and position <= ${upTo} order by position`,
        unavailable
      ),
    open: (contents) => Effect.mapError(archivedEvents(keys, contents.map(rowOfContent)), unavailable)
  });
});

/** What is kept of archived events in `tidemark.archived_events`, and the events of `tidemark.events` that can follow. */
export const layer: Layer.Layer<ArchivedEvents, never, SqlClient | SubjectKeys> = Layer.effect(
  ArchivedEvents,
  makeArchivedEvents
);
