import { quoteText, recordTemplate, schema } from "../sql/sqlNames.ts";
import type { RecordTable } from "./RecordTable.ts";

/** The columns of a table that queries read and that `hidden_records` has too. */
const own = ["uri", "cid", "did", "rkey", "rev", "indexed_at", "value"];

/** The derived columns of a table that queries read. */
const derived = ({ columns, references }: RecordTable): ReadonlyArray<string> =>
  [...columns, ...references].map(({ sql }) => sql);

/** The hidden records `h` of an author in a collection. */
const hiddenOf = ({ nsid }: RecordTable, did: string): string =>
  `h.uri >= 'at://' || ${did} || ${quoteText(`/${nsid}/`)} and h.uri < 'at://' || ${did} || ${quoteText(`/${nsid}0`)}`;

const rowsSql = (table: RecordTable, did: string): string => {
  const visible = [...own, "paths", "words", ...derived(table)].join(", ");
  const hidden = [
    ...own.map((name) => `h.${name}`),
    "coalesce(d.paths, '{}')",
    "d.words",
    ...derived(table).map((name) => `d.${name}`)
  ].join(", ");
  return `(select ${visible} from ${table.sql} union all
    select ${hidden} from ${schema}.hidden_records h
    cross join lateral jsonb_populate_record(null::${table.sql}, h.derived) d where ${hiddenOf(table, did)})`;
};

/** The references in lists, which are in a table of their own for visible records only. */
const listsSql = (table: RecordTable, did: string): string => {
  const hidden = table.lists.map(
    ({ id, key }) => `select ${id}::bigint, u.target, h.uri, h.indexed_at from ${schema}.hidden_records h
      cross join lateral jsonb_array_elements_text(h.derived -> 'paths' -> ${quoteText(key)}) u (target)
      where ${hiddenOf(table, did)}`
  );
  return `(select path, target, uri, indexed_at from ${table.listsSql} union all ${hidden.join(" union all ")})`;
};

/**
 * Returns a table for one author, by an SQL expression for the DID: its rows are the visible ones and those of the author
 * that are hidden.
 */
export const withOwnHidden = (table: RecordTable, did: string): RecordTable =>
  table.sql === recordTemplate
    ? table
    : {
        ...table,
        sql: rowsSql(table, did),
        listsSql: table.lists.length === 0 ? table.listsSql : listsSql(table, did)
      };
