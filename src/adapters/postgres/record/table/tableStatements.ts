import type { JsonObject } from "../../../../domain/json/Json.ts";
import type { Scalar } from "../../../../domain/record/value/scalarValue.ts";
import type { TableIndex } from "../define/TableIndex.ts";
import { indexName, recordTemplate, schema } from "../sql/sqlNames.ts";
import { forgetLists, makeLists } from "./listStatements.ts";
import { columnValues, type RecordTable } from "./RecordTable.ts";
import { facetCollation, facetType } from "./StoredProperty.ts";

/** The statements on one table of records. Each keeps its text, so that it is prepared once. */
export interface TableStatements {
  readonly put: string;
  /** The same for lists of what `put` takes. */
  readonly putAll: string;
  readonly remove: string;
  readonly find: string;
  /** By address: those of one author and a part of the keys are next to each other in the primary key. */
  readonly list: string;
  /** Makes the table, the columns it does not have yet, and what keeps its references in lists. */
  readonly make: ReadonlyArray<string>;
  /** Those that it has beside the ones of every table. */
  readonly indexes: ReadonlyArray<TableIndex>;
  /** Locks the next rows after a uri that are of another layout. */
  readonly outdated: string;
  /** Replaces what is derived of rows; takes their uris and `derivedValues` as lists. */
  readonly refill: string;
  /** Forgets references in lists that the Lexicon no longer has; null where it has none. */
  readonly forgetLists: string | null;
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

/** What is derived of a record's value by its Lexicon. */
const derived = ({ columns, references }: RecordTable) => [
  { sql: "paths", type: "jsonb" },
  { sql: "layout", type: "text" },
  ...columns.map(({ sql, facet }) => ({ sql, type: facetType[facet] })),
  ...references.map(({ sql }) => ({ sql, type: "text" }))
];

/** The values of what is derived, in its order. */
export const derivedValues = (table: RecordTable, value: JsonObject): ReadonlyArray<Scalar | null> => [
  JSON.stringify(table.paths(value)),
  table.layout,
  ...columnValues(table, value)
];

/** What a record that is there already keeps. */
const kept: Readonly<Record<string, string>> = {
  rev: "greatest(t.rev, excluded.rev)",
  indexed_at: "case when t.cid = excluded.cid then t.indexed_at else excluded.indexed_at end"
};

const stored = (table: RecordTable) => [...own, ...derived(table)];

const insertInto = (table: RecordTable): string =>
  `insert into ${table.sql} as t (${stored(table)
    .map(({ sql }) => sql)
    .join(", ")})`;

/** Stores nothing over what is of a later commit, and changes no row for what is there already. */
const onConflictUpdate = (table: RecordTable): string => {
  const names = stored(table).map(({ sql }) => sql);
  const changes = names.slice(1).map((name) => `${name} = ${kept[name] ?? `excluded.${name}`}`);
  return `on conflict (uri) do update set ${changes.join(", ")}
    where (excluded.rev is null or t.rev is null or excluded.rev >= t.rev) and (t.cid <> excluded.cid
      or t.value <> excluded.value or t.layout <> excluded.layout or t.rev is distinct from greatest(t.rev, excluded.rev))`;
};

const put = (table: RecordTable): string => {
  const values = stored(table).map(({ type }, at) => `$${at + 1}::${type}`);
  return `${insertInto(table)}
    select ${values.join(", ")} where ${schema}.admits($3::text, $1::text, $5::text)
    ${onConflictUpdate(table)}`;
};

const putAll = (table: RecordTable): string => {
  const columns = stored(table);
  const values = columns.map(({ type }, at) => `v.c${at}::${type}`);
  const lists = columns.map((_, at) => `$${at + 1}::text[]`);
  const names = columns.map((_, at) => `c${at}`);
  return `${insertInto(table)}
    select ${values.join(", ")} from unnest(${lists.join(", ")}) as v (${names.join(", ")})
    where ${schema}.admits(v.c2, v.c0, v.c4)
    ${onConflictUpdate(table)}`;
};

const refill = (table: RecordTable): string => {
  const columns = derived(table);
  const changes = columns.map(({ sql, type }, at) => `${sql} = v.c${at}::${type}`);
  // `unnest` takes no list of `jsonb` from a client's text, so every list is text.
  const lists = ["uri", ...columns].map((_, at) => `$${at + 1}::text[]`);
  const names = ["uri", ...columns.map((_, at) => `c${at}`)];
  return `update ${table.sql} t set ${changes.join(", ")}
    from unnest(${lists.join(", ")}) as v (${names.join(", ")}) where t.uri = v.uri`;
};

const make = (table: RecordTable): ReadonlyArray<string> => {
  const columns = [
    ...table.columns.map(({ sql, facet }) => `${sql} ${facetType[facet]}${facetCollation(facet)}`),
    ...table.references.map(({ sql }) => `${sql} text collate "C"`)
  ].map((column) => `add column if not exists ${column}`);
  const created = `create table if not exists ${table.sql} (like ${recordTemplate} including indexes)`;
  const altered = columns.length === 0 ? [] : [`alter table ${table.sql} ${columns.join(", ")}`];
  return [created, ...altered, ...(table.lists.length === 0 ? [] : makeLists(table))];
};

/**
 * Who points at a record, in the order of a page; and what an author points at. They hold only rows that point at
 * something, so that one on a new column of a large table is made by one pass over it.
 */
const indexes = (table: RecordTable): ReadonlyArray<TableIndex> =>
  table.references.flatMap(({ sql, target }) => {
    const own = `did, ${sql}`;
    const columns = target === "uri" ? [`${sql}, indexed_at desc, uri desc`, own] : [own];
    return columns.map((list) => ({
      name: indexName(table.sql, list),
      on: `${table.sql} (${list}) where ${sql} is not null`
    }));
  });

export const tableStatements = (table: RecordTable): TableStatements => ({
  put: put(table),
  putAll: putAll(table),
  remove: `delete from ${table.sql} t where uri = $1 and (t.rev is null or $2::text is null or t.rev <= $2::text)`,
  find: `select cid, rev, indexed_at::text as "indexedAt", value from ${table.sql} where uri = $1`,
  list: `select uri, cid, rev from ${table.sql} where uri >= $1 and uri <= $2 order by uri limit $3`,
  make: make(table),
  indexes: indexes(table),
  outdated: `select uri, value from ${table.sql} where uri > $1 and layout <> $2 order by uri limit 500 for update`,
  refill: refill(table),
  forgetLists: table.lists.length === 0 ? null : forgetLists(table)
});
