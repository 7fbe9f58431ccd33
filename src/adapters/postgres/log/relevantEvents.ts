import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import type { Statement } from "@effect/sql/Statement";
import * as Effect from "effect/Effect";
import {
  type CompactionRule,
  compactableTypes,
  compactionRuleOf,
  compactionRules
} from "../../../domain/event/compaction.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import type { LookupKind } from "../../../domain/event/Lookup.ts";
import { type StreamName, streamName } from "../../../domain/event/StreamName.ts";
import type { SubjectKeySealed, SubjectKeys } from "../personal/SubjectKeys.ts";
import { type EventRow, eventColumns, recordedEvents } from "./eventRow.ts";

const listed = (types: Iterable<string>): string => [...types].map((type) => `'${type}'`).join(", ");

/** The events that are always relevant. The condition must be that of the index `events_not_superseded`. */
const alwaysRelevant = `type not in (${listed(compactableTypes)})
  and (${compactionRules.map(({ streamKind }) => `stream like '${streamKind}-%'`).join(" or ")})`;

const after = `from tidemark.events
  where stream = (select stream from wanted) and version > (select version from wanted)`;
const before = `${after} and version < (select version from last)`;

/** The latest earlier event of the one type whose latest event stays relevant. */
const latestOf = (type: string): string =>
  `union all (select ${eventColumns} ${before} and type = '${type}' order by version desc limit 1)`;

/** Each part uses an index, and none reads superseded events. */
const relevantAfter = ({ keepLatestOf, supersededBy }: CompactionRule): string => `
  last as (select version ${after} and type = '${supersededBy}' order by version desc limit 1)
  select ${eventColumns} ${after} and version >= coalesce((select version from last), 0)
  union all select ${eventColumns} ${before} and ${alwaysRelevant}
  ${keepLatestOf === null ? "" : latestOf(keepLatestOf)}
  order by version`;

/** Returns the statement for `relevantEventsAfter`. It is a plain one for streams in which nothing is superseded. */
export const relevantEventRows = (sql: SqlClient, stream: StreamName, version: number): Statement<EventRow> => {
  const rule = compactionRuleOf(stream);
  if (rule === null)
    return sql<EventRow>`
      select ${sql.literal(eventColumns)} from tidemark.events
      where stream = ${stream} and version > ${version} order by version`;
  return sql<EventRow>`
    with wanted as (select ${stream}::text as stream, ${version}::int as version),
    ${sql.literal(relevantAfter(rule))}`;
};

const authorizationRule = compactionRuleOf(streamName("authorization", ""));

/** Returns the statement for the relevant events of the authorization with a key. No rows also if there is no such key. */
export const foundEventRows = (sql: SqlClient, kind: LookupKind, key: string): Statement<EventRow> =>
  sql<EventRow>`
    with wanted as (
      select stream, 0 as version from tidemark.lookups where kind = ${kind} and key = ${key}),
    ${sql.literal(authorizationRule === null ? "" : relevantAfter(authorizationRule))}`;

/**
 * Reads the events of a stream after a version, in order, without those that a later event supersedes. So a session that was
 * refreshed for a year is loaded as fast as one of a day.
 */
export const relevantEventsAfter = (
  sql: SqlClient,
  keys: SubjectKeys["Type"],
  stream: StreamName,
  version: number
): Effect.Effect<ReadonlyArray<RecordedEvent>, SqlError | SubjectKeySealed> =>
  Effect.flatMap(relevantEventRows(sql, stream, version), (rows) => recordedEvents(keys, rows));
