import type { JsonObject } from "../../../domain/record/Json.ts";
import { columnValues, type RecordTable } from "./RecordTable.ts";
import { facetCollation, facetType } from "./StoredProperty.ts";
import { indexName, quoteName, schema } from "./sqlNames.ts";

/** The statements on one table of records. Each keeps its text, so that it is prepared once. */
export interface TableStatements {
  readonly put: string;
  readonly remove: string;
  readonly find: string;
  /** Makes the table, and the columns it does not have yet. */
  readonly make: ReadonlyArray<string>;
  /** Makes the indexes that it does not have yet. */
  readonly indexes: ReadonlyArray<string>;
  /** Locks the next rows after a uri that are of another layout. */
  readonly outdated: string;
  /** Replaces what is derived of rows; takes their uris and `derivedValues` as lists. */
  readonly refill: string;
}

const own = ["uri", "cid", "did", "rkey", "rev", "indexed_at", "value"];

/** What is derived of a record's value by its Lexicon. */
const derived = ({ columns, references }: RecordTable) => [
  { sql: "paths", type: "jsonb" },
  { sql: "layout", type: "text" },
  ...columns.map(({ sql, facet }) => ({ sql, type: facetType[facet] })),
  ...references.map(({ sql }) => ({ sql, type: "text" }))
];

/** The values of what is derived, in its order. */
export const derivedValues = (
  table: RecordTable,
  value: JsonObject
): ReadonlyArray<string | number | boolean | null> => [
  JSON.stringify(table.paths(value)),
  table.layout,
  ...columnValues(table, value)
];

const put = (table: RecordTable): string => {
  const columns = [...own, ...derived(table).map(({ sql }) => sql)];
  const values = columns.map((_, at) => `$${at + 1}`);
  const changes = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  return `insert into ${table.sql} (${columns.join(", ")}) values (${values.join(", ")})
    on conflict (uri) do update set ${changes.join(", ")}`;
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
  const created = `create table if not exists ${table.sql} (like ${schema}.nothing including indexes)`;
  return columns.length === 0 ? [created] : [created, `alter table ${table.sql} ${columns.join(", ")}`];
};

/**
 * Who points at a record, in the order of a page; and what an author points at. They hold only rows that point at
 * something, so that one on a new column of a large table is made by one pass over it.
 */
const indexes = (table: RecordTable): ReadonlyArray<string> =>
  table.references.flatMap(({ sql, target }) => {
    const own = `did, ${sql}`;
    const columns = target === "uri" ? [`${sql}, indexed_at desc, uri desc`, own] : [own];
    return columns.map(
      (list) =>
        `create index if not exists ${quoteName(indexName(table.sql, list))} on ${table.sql} (${list}) where ${sql} is not null`
    );
  });

export const tableStatements = (table: RecordTable): TableStatements => ({
  put: put(table),
  remove: `delete from ${table.sql} where uri = $1`,
  find: `select cid, rev, indexed_at::text as "indexedAt", value from ${table.sql} where uri = $1`,
  make: make(table),
  indexes: indexes(table),
  outdated: `select uri, value from ${table.sql} where uri > $1 and layout <> $2 order by uri limit 500 for update`,
  refill: refill(table)
});
