import type { SqlClient } from "@effect/sql/SqlClient";
import type { Fragment } from "@effect/sql/Statement";
import type { AuditFilter, Journey } from "../../../domain/audit/AuditFilter.ts";
import type { RelatedEvents } from "../../../domain/audit/RelatedEvents.ts";
import { keptLength } from "../migrations/0160_audit.ts";
import type { AuditSource } from "./AuditSource.ts";
import { type WordTerms, wordCondition } from "./wordCondition.ts";

/** Applies a condition on columns that only the log has. Streams and ids have an index there. */
const inLog = (sql: SqlClient, source: AuditSource, condition: Fragment): Fragment =>
  source === "events" ? condition : sql`position in (select position from tidemark.events where ${condition})`;

/** What stands for the values of a filter in events whose personal values are encrypted; null where nothing does. */
export interface SearchTerms {
  /** The pseudonym of the person. */
  readonly subject: string | null;
  /** The keyed hash of the AT URI. */
  readonly uri: string | null;
  /** Those of each word, in order. */
  readonly words: ReadonlyArray<WordTerms>;
}

type TextColumn = "subject_did" | "client_id" | "authorization_id" | "request_id" | "reason" | "uri";

/** Compares a text. The history has only the beginning of a long one, so the log is consulted as well. */
const isText = (sql: SqlClient, source: AuditSource, column: TextColumn, text: string): Fragment => {
  const inEvents = sql.literal(column === "uri" ? "data->>'uri'" : column);
  if (source === "events") return sql`${inEvents} = ${text}`;
  const name = sql.literal(column);
  if (text.length < keptLength) return sql`${name} = ${text}`;
  return sql`${name} = left(${text}, ${sql.literal(String(keptLength))})
    and (select ${inEvents} = ${text} from tidemark.events e where e.position = audit_entries.position)`;
};

/** Compares a text of a person, which stands in the clear in events from before, and by another term in later ones. */
const isPersonal = (
  sql: SqlClient,
  source: AuditSource,
  column: "subject_did" | "uri",
  text: string,
  term: string | null
): Fragment => {
  const clear = isText(sql, source, column, text);
  if (term === null) return clear;
  if (source === "audit_entries" && text.length < keptLength) return sql`${sql.literal(column)} = any(${[text, term]})`;
  const key = sql.literal(column === "uri" ? "'uri'" : "'subject'");
  const other = source === "events" ? sql`personal->>${key} = ${term}` : sql`${sql.literal(column)} = ${term}`;
  return sql`((${clear}) or ${other})`;
};

/** A union, because each part is found by another index. The planner does not do so for an `or`. */
const ofJourney = (sql: SqlClient, source: AuditSource, { authorizationId, streams }: Journey): Fragment =>
  source === "events"
    ? sql`(authorization_id = ${authorizationId} or correlation_id = ${authorizationId} or stream = any(${[...streams]}))`
    : sql`position in (
        select position from tidemark.audit_entries where authorization_id = ${authorizationId}
        union all select position from tidemark.audit_entries
          where correlation_id = ${authorizationId} and correlation_id is distinct from authorization_id
        union all select position from tidemark.events where stream = any(${[...streams]}))`;

/** An array, so that the few positions are found first, by index, whatever the planner expects. */
const ofRelated = (
  sql: SqlClient,
  source: AuditSource,
  { authorizations, requests, streams, types }: RelatedEvents
): Fragment =>
  source === "events"
    ? sql`((authorization_id = any(${[...authorizations]}) and type = any(${[...types]}))
        or stream = any(${[...streams]}) or request_id = any(${[...requests]}))`
    : sql`position = any(array(
        select position from tidemark.audit_entries
          where authorization_id = any(${[...authorizations]}) and type = any(${[...types]})
        union all select position from tidemark.audit_entries where request_id = any(${[...requests]})
        union all select position from tidemark.events where stream = any(${[...streams]})))`;

const textColumns = [
  ["clientId", "client_id"],
  ["authorizationId", "authorization_id"],
  ["requestId", "request_id"],
  ["reason", "reason"]
] as const satisfies ReadonlyArray<readonly [keyof AuditFilter, TextColumn]>;

const noTerms: WordTerms = { subjects: [], uri: null };

/** Returns the conditions of a filter, all of which a matching event satisfies. */
export const auditConditions = (
  sql: SqlClient,
  source: AuditSource,
  filter: AuditFilter,
  terms: SearchTerms
): ReadonlyArray<Fragment> => {
  const { did, id, journey, outcome, related, since, stream, types, until, uri, words = [] } = filter;
  const texts = textColumns.flatMap(([member, column]) => {
    const text = filter[member];
    return text === undefined ? [] : [isText(sql, source, column, text)];
  });
  return [
    ...texts,
    ...(did === undefined ? [] : [isPersonal(sql, source, "subject_did", did, terms.subject)]),
    ...(uri === undefined ? [] : [isPersonal(sql, source, "uri", uri, terms.uri)]),
    ...(types === undefined ? [] : [sql`type = any(${[...types]})`]),
    ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
    ...(stream === undefined ? [] : [inLog(sql, source, sql`stream = ${stream}`)]),
    ...(id === undefined ? [] : [inLog(sql, source, sql`id = ${id}::uuid`)]),
    ...(since === undefined ? [] : [sql`recorded_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`recorded_at < ${until}`]),
    ...(journey === undefined ? [] : [ofJourney(sql, source, journey)]),
    ...(related === undefined ? [] : [ofRelated(sql, source, related)]),
    ...words.map((word, index) => wordCondition(sql, source, word, terms.words[index] ?? noTerms))
  ];
};
