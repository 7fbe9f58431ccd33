import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { skippedBy } from "../../../application/projection/ReadModel.ts";
import { replayLog } from "../../../application/projection/replayLog.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import type { EventLog, EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { lookupKeys, lookupTypes } from "../../../domain/projection/lookups.ts";
import { storedTypes } from "../../../domain/projection/storedChanges.ts";
import { createApplyChanges } from "../migrations/0270_stored_projections.ts";
import { groupChanges } from "./groupChanges.ts";

/** The tables that are compared. Due repositories are not among them: when one is due does not follow from the log. */
const compared = ["lookups", "open_writes", "pending_revocations", "authorizations", "unredeemed_codes"];

const create = [
  ...compared.map((table) => `create temporary table ${table} (like tidemark.${table} including all) on commit drop;`),
  createApplyChanges("pg_temp")
].join("\n");

const isCompared = (name: string): boolean => !name.endsWith("repository-requested");

const skippedTypes = skippedBy({ types: lookupTypes }, { types: storedTypes });

/** Adds a page of events by the functions that an append uses. */
const addPage = Effect.fnUntraced(function* (sql: SqlClient, events: ReadonlyArray<RecordedEvent>) {
  const keys = events.flatMap((event) => lookupKeys(event).map((each) => ({ ...each, stream: event.stream })));
  yield* sql`
    insert into pg_temp.lookups (kind, key, stream)
    select kind, key, stream from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ key }) => key)}::text[],
      ${keys.map(({ stream }) => stream)}::text[]) with ordinality as k (kind, key, stream, n)
    order by n on conflict (kind, key) do nothing`;
  const { details, ends, keys: changed, names } = groupChanges(events, [], isCompared);
  yield* sql`
    select pg_temp.apply_changes(${names}::text[], ${ends}::integer[], ${details}::text[], ${changed}::text[])`;
});

/** Rebuilds every stored projection from the log, in temporary tables of this transaction with the same names. */
export const fillShadows = (
  progress: (position: number) => Effect.Effect<void>
): Effect.Effect<void, SqlError | EventLogUnavailable, SqlClient | EventLog> =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.zipRight(
      sql.unsafe(create),
      replayLog(0, skippedTypes, (events, position) => Effect.zipRight(addPage(sql, events), progress(position)))
    )
  );
