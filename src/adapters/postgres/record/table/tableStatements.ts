import type { Did } from "../../../../domain/atproto/Did.ts";
import type { Json, JsonObject } from "../../../../domain/json/Json.ts";
import type { Scalar } from "../../../../domain/record/value/scalarValue.ts";
import type { TableIndex } from "../define/TableIndex.ts";
import { storedWords, wordsOfSql, wordsOfText } from "../search/TableSearch.ts";
import { indexName, quoteText, recordTemplate, schema, unquoteName } from "../sql/sqlNames.ts";
import { deleteObsoleteLists, makeLists } from "./listStatements.ts";
import { selfLabelsKey } from "./pathKeys.ts";
import { columnValues, type RecordTable } from "./RecordTable.ts";
import { referencesText } from "./referencesText.ts";
import { facetCollation, facetType } from "./StoredProperty.ts";

/** The statements on one table of records. Their texts are constant, so that each is prepared once per connection. */
export interface TableStatements {
  /** Stores a record, unless a later commit is stored or the account is hidden. Returns a row if it stored something. */
  readonly put: string;
  /** Does the same for many records, whose accounts must be locked and visible. It takes the result of `putAllValues`. */
  readonly putAll: string;
  /** Removes the records at many addresses, unless they are of a later commit. It takes lists of URIs and revisions. */
  readonly removeAll: string;
  readonly find: string;
  /** Returns which of the records with these URIs and CIDs are stored, with their revisions. */
  readonly unchanged: string;
  /** Reads a range of addresses. The records of one author are next to each other in the primary key. */
  readonly list: string;
  /** Reads the records after an address. */
  readonly scan: string;
  /** Creates the table, the columns that it lacks, and the table and triggers of its references in lists. */
  readonly create: ReadonlyArray<string>;
  /** The indexes that it has in addition to those of every table. */
  readonly indexes: ReadonlyArray<TableIndex>;
  /** Locks the next rows after a URI that have another layout. */
  readonly outdated: string;
  /** Replaces the derived columns of rows. It takes their URIs and `derivedValues` as lists. */
  readonly refill: string;
  /**
   * Locks the next rows after a URI, and returns their values and references. It skips those that somebody else changes, who
   * writes their references too.
   */
  readonly referring: string;
  /** Replaces the references of rows. It takes lists of their URIs and of `referencesText`. */
  readonly refer: string;
  /** Deletes the references of lists that the Lexicon no longer has; null if it has no lists. */
  readonly deleteObsoleteLists: string | null;
}

const own = [
  { sql: "uri", type: "text" },
  { sql: "cid", type: "text" },
  { sql: "did", type: "text" },
  { sql: "rkey", type: "text" },
  { sql: "rev", type: "text" },
  { sql: "indexed_at", type: "bigint" },
  { sql: "value", type: "text" }
];

/** The columns that are derived from a record's value by its Lexicon, except for the layout, which is part of the text. */
const derived = ({ columns, references, search }: RecordTable) => [
  { sql: "paths", type: "jsonb" },
  { sql: "account_refs", type: "text" },
  ...columns.map(({ sql, facet }) => ({ sql, type: facetType[facet] })),
  ...references.map(({ sql }) => ({ sql, type: "text" })),
  ...(search.stored.length > 0 ? [{ sql: "words", type: "jsonb" }] : [])
];

/** Returns the values of the derived columns of a record of an author, in their order. */
export const derivedValues = (table: RecordTable, value: JsonObject, author: Did): ReadonlyArray<Scalar | null> => {
  const values = [
    JSON.stringify(table.paths(value)),
    referencesText(table.accountReferences(value, author)),
    ...columnValues(table, value)
  ];
  return table.search.stored.length > 0 ? [...values, JSON.stringify(storedWords(table.search, value))] : values;
};

const unquoted = (sql: string): string => (sql.startsWith('"') ? unquoteName(sql) : sql);

/** JSON has no bigint; a column of numbers reads a string as well. */
const jsonValue = (value: Scalar | null): Json => (typeof value === "bigint" ? String(value) : value);

/** Returns the derived columns of a version of a record of an author as the text of a JSON object with their names. */
export const derivedText = (
  table: RecordTable,
  value: JsonObject,
  { cid, did }: { readonly cid: string; readonly did: Did }
): string => {
  const [, ...names] = derived(table).map(({ sql }) => sql);
  const [, ...values] = derivedValues(table, value, did);
  const columns = names.map((name, at) => [unquoted(name), jsonValue(values[at] ?? null)] as const);
  const { search } = table;
  const words =
    search.stored.length > 0 ? { words: storedWords(search, value), words_of: wordsOfText(search, cid) } : {};
  return JSON.stringify({ ...Object.fromEntries(columns), ...words, paths: table.paths(value) });
};

/** How a column of an existing record changes, if it does not simply take the new value. */
const merged: Readonly<Record<string, string>> = {
  rev: "greatest(t.rev, excluded.rev)",
  indexed_at: "case when t.cid = excluded.cid then t.indexed_at else excluded.indexed_at end"
};

const stored = (table: RecordTable) => [...own, ...derived(table)];

/** The columns that have no parameter, and their values for the CID that an expression returns. */
const constants = ({ layout, search }: RecordTable, cid: string) => [
  { sql: "layout", value: quoteText(layout) },
  ...(search.stored.length > 0 ? [{ sql: "words_of", value: wordsOfSql(search, cid) }] : [])
];

const constantValues = (table: RecordTable, cid: string): ReadonlyArray<string> =>
  constants(table, cid).map(({ value }) => value);

const columnNames = (table: RecordTable): ReadonlyArray<string> =>
  [...stored(table), ...constants(table, "")].map(({ sql }) => sql);

const insertInto = (table: RecordTable): string => `insert into ${table.sql} as t (${columnNames(table).join(", ")})`;

/** Does not replace a record of a later commit, and does not touch a row that is up to date already. */
const onConflictUpdate = (table: RecordTable): string => {
  const changes = columnNames(table)
    .slice(1)
    .map((name) => `${name} = ${merged[name] ?? `excluded.${name}`}`);
  const words = table.search.stored.length > 0 ? " or t.words_of is distinct from excluded.words_of" : "";
  return `on conflict (uri) do update set ${changes.join(", ")}
    where (excluded.rev is null or t.rev is null or excluded.rev >= t.rev) and (t.cid <> excluded.cid
      or t.value <> excluded.value or t.layout <> excluded.layout${words} or t.rev is distinct from greatest(t.rev, excluded.rev))`;
};

const put = (table: RecordTable): string => {
  const values = stored(table).map(({ type }, at) => `$${at + 1}::${type}`);
  return `${insertInto(table)}
    select ${[...values, ...constantValues(table, "$2::text")].join(", ")} where ${schema}.admits($3::text, $1::text, $5::text)
    ${onConflictUpdate(table)} returning 1`;
};

/** The number of columns before those of properties. They hold addresses, numbers and JSON, so no line feeds. */
const plainColumns = own.length + 2;

/**
 * Returns the parameters of `putAll` for rows with the parameters of `put`. The values of a column without line feeds are
 * joined by them, with the empty text for null, because an array would have to be escaped and parsed.
 */
export const putAllValues = (
  rows: ReadonlyArray<ReadonlyArray<Scalar | null>>
): ReadonlyArray<string | ReadonlyArray<Scalar | null>> =>
  (rows[0] ?? []).map((_, at) => {
    const values = rows.map((row) => row[at] ?? null);
    return at < plainColumns ? values.join("\n") : values;
  });

/** Returns the statement that inserts rows into a table. It takes the result of `putAllValues`. */
export const insertAll = (table: RecordTable): string => {
  const columns = stored(table);
  const values = columns.map(({ type }, at) => `v.c${at}::${type}`);
  const lists = columns.map((_, at) =>
    at < plainColumns ? `string_to_array($${at + 1}::text, e'\\n', '')` : `$${at + 1}::text[]`
  );
  const names = columns.map((_, at) => `c${at}`);
  return `${insertInto(table)}
    select ${[...values, ...constantValues(table, "v.c1")].join(", ")} from unnest(${lists.join(", ")}) as v (${names.join(", ")})`;
};

const putAll = (table: RecordTable): string => `${insertAll(table)}
    where v.c4 is null or not exists (
      select from ${schema}.removed r where r.uri = v.c0 and r.rev > v.c4 collate "C")
    ${onConflictUpdate(table)}`;

const removeAll = (table: RecordTable): string =>
  `delete from ${table.sql} t using unnest($1::text[], $2::text[]) as v (uri, rev)
    where t.uri = v.uri and (t.rev is null or v.rev is null or t.rev <= v.rev collate "C")`;

const refill = (table: RecordTable): string => {
  const columns = derived(table);
  const changes = [
    ...constants(table, "t.cid").map(({ sql, value }) => `${sql} = ${value}`),
    ...columns.map(({ sql, type }, at) => `${sql} = v.c${at}::${type}`)
  ];
  // `unnest` does not accept a list of `jsonb` that a client sent as text, so every list is text.
  const lists = ["uri", ...columns].map((_, at) => `$${at + 1}::text[]`);
  const names = ["uri", ...columns.map((_, at) => `c${at}`)];
  return `update ${table.sql} t set ${changes.join(", ")}
    from unnest(${lists.join(", ")}) as v (${names.join(", ")}) where t.uri = v.uri`;
};

const create = (table: RecordTable): ReadonlyArray<string> => {
  const columns = [
    ...table.columns.map(({ sql, facet }) => `${sql} ${facetType[facet]}${facetCollation(facet)}`),
    ...table.references.map(({ sql }) => `${sql} text collate "C"`)
  ].map((column) => `add column if not exists ${column}`);
  const created = `create table if not exists ${table.sql} (like ${recordTemplate} including indexes)`;
  const altered = columns.length === 0 ? [] : [`alter table ${table.sql} ${columns.join(", ")}`];
  return [created, ...altered, ...(table.lists.length === 0 ? [] : makeLists(table))];
};

/**
 * The indexes that find the records that refer to something, in the order of a page, and those of one author. They hold only
 * rows that refer to something, so that an index on a new column of a large table is quickly created.
 */
const referenceIndexes = (table: RecordTable): ReadonlyArray<TableIndex> =>
  table.references.flatMap(({ sql, target }) => {
    const own = `did, ${sql}`;
    const columns = target === "uri" ? [`${sql}, indexed_at desc, uri desc`, own] : [own];
    return columns.map((list) => ({
      name: indexName(table.sql, list),
      on: `${table.sql} (${list}) where ${sql} is not null`
    }));
  });

/** The index that finds the records by the labels that their authors put on them. */
const selfLabelIndexes = ({ selfLabels, sql }: RecordTable): ReadonlyArray<TableIndex> =>
  selfLabels.length === 0
    ? []
    : [{ name: indexName(sql, selfLabelsKey), on: `${sql} using gin ((paths -> ${quoteText(selfLabelsKey)}))` }];

const indexes = (table: RecordTable): ReadonlyArray<TableIndex> => [
  ...referenceIndexes(table),
  ...selfLabelIndexes(table)
];

/** A record is in its table, or with the hidden ones. */
const visibleOrHidden = ({ sql }: RecordTable, columns: string, where: string): string =>
  [sql, `${schema}.hidden_records`].map((from) => `select ${columns} from ${from} where ${where}`).join(" union all ");

/** Hidden records are read no further than the page reaches, since most of them may be of other collections. */
const scan = ({ nsid, sql }: RecordTable): string => {
  const columns = 'uri, cid, rev, indexed_at::text as "indexedAt", value';
  const last = `coalesce((select max(uri) from page having count(*) = $2), 'at:~')`;
  const hidden = `uri > $1 and uri <= ${last} and collection = ${quoteText(nsid)}`;
  return `with page as (select ${columns} from ${sql} where uri > $1 order by uri limit $2)
    select * from page union all
    (select ${columns} from ${schema}.hidden_records where ${hidden} order by uri limit $2) order by uri limit $2`;
};

/** Returns the statements on a table. */
export const tableStatements = (table: RecordTable): TableStatements => ({
  put: put(table),
  putAll: putAll(table),
  removeAll: removeAll(table),
  find: visibleOrHidden(table, `cid, rev, indexed_at::text as "indexedAt", value`, "uri = $1"),
  unchanged: visibleOrHidden(
    table,
    "uri, rev",
    "(uri, cid) in (select v.uri, v.cid from unnest($1::text[], $2::text[]) as v (uri, cid))"
  ),
  scan: scan(table),
  list: `${visibleOrHidden(table, "uri, cid, rev", "uri >= $1 and uri <= $2")} order by uri limit $3`,
  create: create(table),
  indexes: indexes(table),
  outdated: `select uri, value from ${table.sql} where uri > $1 and layout <> $2 order by uri limit 500 for update`,
  refill: refill(table),
  referring: `select uri, value, account_refs as "references" from ${table.sql} where uri > $1
    order by uri limit $2 for update skip locked`,
  refer: `update ${table.sql} t set account_refs = v.refs
    from unnest($1::text[], $2::text[]) as v (uri, refs) where t.uri = v.uri`,
  deleteObsoleteLists: table.lists.length === 0 ? null : deleteObsoleteLists(table)
});
