import type { JsonObject } from "../../../domain/record/Json.ts";
import { columnValues, type RecordTable } from "./RecordTable.ts";
import { facetCollation, facetType } from "./StoredProperty.ts";
import { schema } from "./sqlNames.ts";

/** The statements on one table of records. Each keeps its text, so that it is prepared once. */
export interface TableStatements {
  readonly put: string;
  readonly remove: string;
  readonly find: string;
  /** Makes the table, and the columns it does not have yet. */
  readonly make: ReadonlyArray<string>;
  /** Locks the next rows after a uri that are of another layout. */
  readonly outdated: string;
  /** Replaces what is derived of rows; takes their uris and `derivedValues` as lists. */
  readonly refill: string;
}

const own = ["uri", "cid", "did", "rkey", "rev", "indexed_at", "value"];

/** What is derived of a record's value by its Lexicon. */
const derived = ({ columns }: RecordTable) => [
  { sql: "paths", type: "jsonb" },
  { sql: "layout", type: "text" },
  ...columns.map(({ sql, facet }) => ({ sql, type: facetType[facet] }))
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
  const columns = table.columns.map(
    ({ sql, facet }) => `add column if not exists ${sql} ${facetType[facet]}${facetCollation(facet)}`
  );
  const created = `create table if not exists ${table.sql} (like ${schema}.nothing including indexes)`;
  return columns.length === 0 ? [created] : [created, `alter table ${table.sql} ${columns.join(", ")}`];
};

export const tableStatements = (table: RecordTable): TableStatements => ({
  put: put(table),
  remove: `delete from ${table.sql} where uri = $1`,
  find: `select cid, rev, indexed_at::text as "indexedAt", value from ${table.sql} where uri = $1`,
  make: make(table),
  outdated: `select uri, value from ${table.sql} where uri > $1 and layout <> $2 order by uri limit 500 for update`,
  refill: refill(table)
});
