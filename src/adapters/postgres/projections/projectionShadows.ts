import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { skippedBy } from "../../../application/projection/ReadModel.ts";
import { replayLog } from "../../../application/projection/replayLog.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { lookupKeys, lookupTypes } from "../../../domain/projection/lookups.ts";
import { storedTypes } from "../../../domain/projection/storedChanges.ts";
import { fillHistory } from "../audit/fillHistory.ts";
import { createCurrentChanges } from "./currentChanges.ts";
import { groupChanges } from "./groupChanges.ts";

/**
 * The tables that follow from the log alone. Due repositories are not among them: when one is due does not follow from
 * the log.
 */
export const shadowedTables = [
  "lookups",
  "open_writes",
  "pending_revocations",
  "authorizations",
  "unredeemed_codes",
  "reports",
  "audit_entries",
  "activity"
];

/** Where shadows are: in a schema, or as temporary tables of a transaction. */
export interface ShadowPlace {
  readonly schema: string;
  /** Returns the statement that creates a table like the one in `tidemark`, without keys and indexes. */
  readonly createTable: (table: string) => string;
}

/** Temporary tables that end with the transaction. */
export const temporaryShadows: ShadowPlace = {
  schema: "pg_temp",
  createTable: (table) =>
    `create temporary table ${table} (like tidemark.${table} including all excluding indexes) on commit drop`
};

/** Creates empty shadows with the keys of the live tables, and the function that applies changes to them. */
export const createShadows = Effect.fnUntraced(function* ({ createTable, schema }: ShadowPlace) {
  const sql = yield* SqlClient;
  const keys = yield* sql<{ table: string; name: string; definition: string }>`
    select r.relname as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where r.relnamespace = 'tidemark'::regnamespace and r.relname = any(${shadowedTables}::text[])
      and c.contype in ('p', 'u')`;
  yield* Effect.forEach(shadowedTables, (table) => sql.unsafe(createTable(table)), { discard: true });
  yield* Effect.forEach(
    keys,
    ({ definition, name, table }) => sql.unsafe(`alter table ${schema}.${table} add constraint ${name} ${definition}`),
    { discard: true }
  );
  yield* sql.unsafe(createCurrentChanges(schema));
});

const isCompared = (name: string): boolean => !name.endsWith("repository-requested");

/** Adds a page of events by the functions that an append uses. */
const addPage = Effect.fnUntraced(function* (sql: SqlClient, schema: string, events: ReadonlyArray<RecordedEvent>) {
  const keys = events.flatMap((event) => lookupKeys(event).map((each) => ({ ...each, stream: event.stream })));
  yield* sql`
    insert into ${sql.literal(schema)}.lookups (kind, key, stream)
    select kind, key, stream from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ key }) => key)}::text[],
      ${keys.map(({ stream }) => stream)}::text[]) with ordinality as k (kind, key, stream, n)
    order by n on conflict (kind, key) do nothing`;
  const { details, ends, keys: changed, names } = groupChanges(events, [], isCompared);
  yield* sql`
    select ${sql.literal(schema)}.apply_changes(${names}::text[], ${ends}::integer[], ${details}::text[],
      ${changed}::text[])`;
});

const skippedTypes = skippedBy({ types: lookupTypes }, { types: storedTypes });

/** Runs one step of a fill, such as in a transaction of its own. */
type Step = (work: Effect.Effect<void, SqlError, SqlClient>) => Effect.Effect<void, SqlError, SqlClient>;

/** How a fill works, and whom it tells the position that it reached. */
export interface Filling {
  readonly step: Step;
  readonly progress: (position: number) => Effect.Effect<void>;
}

/**
 * Adds the events after a position, up to the head, to the shadows of what changes with an append. Returns the position
 * that it reached.
 */
export const fillShadows = Effect.fnUntraced(function* (schema: string, after: number, { progress, step }: Filling) {
  const sql = yield* SqlClient;
  let reached = after;
  yield* replayLog(after, skippedTypes, (events, position) => {
    const added = Effect.provideService(step(addPage(sql, schema, events)), SqlClient, sql);
    return Effect.zipRight(
      added,
      Effect.suspend(() => {
        reached = position;
        return progress(position);
      })
    );
  });
  return reached;
});

const historyRange = 20_000;

/** Adds the events after a position, up to another, to the shadows of the history. */
export const fillHistoryShadows = Effect.fnUntraced(function* (
  schema: string,
  after: number,
  upTo: number,
  { progress, step }: Filling
) {
  const sql = yield* SqlClient;
  const fill = fillHistory(schema);
  for (let position = after; position < upTo; ) {
    const next = Math.min(upTo, position + historyRange);
    yield* step(fill(sql, position, next));
    position = next;
    yield* progress(position);
  }
});

/** The position that the history has reached, which may be behind the head. */
export const historyPosition = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [row] = yield* sql<{ position: number }>`select position from tidemark.audit_progress`;
  return row?.position ?? 0;
});
