import type { SqlClient } from "@effect/sql/SqlClient";
import type { Fragment } from "@effect/sql/Statement";
import type { SearchWord } from "../../../domain/audit/SearchWord.ts";
import { keptLength } from "../migrations/0160_audit.ts";
import type { AuditSource } from "./AuditSource.ts";

/** What stands for the accounts and the record of a word in events whose personal values are encrypted. */
export interface WordTerms {
  /** The pseudonyms of the persons. */
  readonly subjects: ReadonlyArray<string>;
  /** The keyed hash of the AT URI. */
  readonly uri: string | null;
}

const isShort = (text: string): boolean => text.length < keptLength;

const startsWith = (text: string): string => `${text.replace(/[\\%_]/g, "\\$&")}%`;

const inLog = (sql: SqlClient, { clientIds, dids, id, reason, types, uri }: SearchWord, terms: WordTerms) => [
  sql`authorization_id = ${id}`,
  sql`request_id = ${id}`,
  sql`stream = ${id}`,
  sql`reason like ${startsWith(reason)}`,
  ...(types.length === 0 ? [] : [sql`type = any(${[...types]})`]),
  ...(clientIds.length === 0 ? [] : [sql`client_id = any(${[...clientIds]})`]),
  ...(dids.length === 0 ? [] : [sql`subject_did = any(${[...dids]})`]),
  ...(terms.subjects.length === 0 ? [] : [sql`personal->>'subject' = any(${[...terms.subjects]})`]),
  ...(uri === null ? [] : [sql`data->>'uri' = ${uri}`]),
  ...(terms.uri === null ? [] : [sql`personal->>'uri' = ${terms.uri}`])
];

/** The history has the beginnings of long texts only, which are then compared in the log. */
const isLong = (sql: SqlClient, column: "client_id" | "uri", text: string): Fragment => {
  const inEvents = sql.literal(column === "uri" ? "data->>'uri'" : column);
  return sql`(${sql.literal(column)} = left(${text}, ${sql.literal(String(keptLength))})
    and (select ${inEvents} = ${text} from tidemark.events e where e.position = audit_entries.position))`;
};

const inHistory = (sql: SqlClient, { clientIds, dids, id, reason, types, uri }: SearchWord, terms: WordTerms) => {
  const persons = [...dids, ...terms.subjects];
  const short = clientIds.filter(isShort);
  const records = [...(uri !== null && isShort(uri) ? [uri] : []), ...(terms.uri === null ? [] : [terms.uri])];
  return [
    sql`authorization_id = ${id}`,
    sql`request_id = ${id}`,
    sql`position in (select position from tidemark.events where stream = ${id})`,
    sql`reason like ${startsWith(reason)}`,
    ...(types.length === 0 ? [] : [sql`type = any(${[...types]})`]),
    ...(short.length === 0 ? [] : [sql`client_id = any(${short})`]),
    ...clientIds.filter((each) => !isShort(each)).map((each) => isLong(sql, "client_id", each)),
    ...(persons.length === 0 ? [] : [sql`subject_did = any(${persons})`]),
    ...(records.length === 0 ? [] : [sql`uri = any(${records})`]),
    ...(uri !== null && !isShort(uri) ? [isLong(sql, "uri", uri)] : [])
  ];
};

/** Returns the condition that an event matches a word of a search. Each part of it is found by an index. */
export const wordCondition = (sql: SqlClient, source: AuditSource, word: SearchWord, terms: WordTerms): Fragment => {
  const parts = source === "events" ? inLog(sql, word, terms) : inHistory(sql, word, terms);
  return sql.or(word.position === null ? parts : [...parts, sql`position = ${word.position}`]);
};
