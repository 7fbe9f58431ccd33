import { quoteText, recordTemplate, schema } from "../sql/sqlNames.ts";
import type { RecordTable } from "./RecordTable.ts";

/** The columns of a table that queries read and that `hidden_records` has too. */
const own = ["uri", "cid", "did", "rkey", "rev", "indexed_at", "value"];

/** The derived columns of a table that queries read. */
const derived = ({ columns, references }: RecordTable): ReadonlyArray<string> =>
  [...columns, ...references].map(({ sql }) => sql);

/** The condition that a hidden record `h` is one of an author in a collection. */
const ofAuthor = ({ nsid }: RecordTable, did: string): string =>
  `h.uri >= 'at://' || ${did} || ${quoteText(`/${nsid}/`)} and h.uri < 'at://' || ${did} || ${quoteText(`/${nsid}0`)}`;

/** The condition that a hidden record `h` is of a collection. */
const ofAnyone = ({ nsid }: RecordTable): string => `h.collection = ${quoteText(nsid)}`;

const visibleSql = (table: RecordTable): string =>
  `select ${[...own, "paths", "words", ...derived(table)].join(", ")} from ${table.sql}`;

/** The hidden rows that satisfy a condition, with the columns of the table. */
const hiddenSql = (table: RecordTable, condition: string): string => {
  const columns = [
    ...own.map((name) => `h.${name}`),
    "coalesce(d.paths, '{}') as paths",
    "d.words",
    ...derived(table).map((name) => `d.${name}`)
  ].join(", ");
  return `select ${columns} from ${schema}.hidden_records h
    cross join lateral jsonb_populate_record(null::${table.sql}, h.derived) d where ${condition}`;
};

const visibleListsSql = ({ listsSql }: RecordTable): string => `select path, target, uri, indexed_at from ${listsSql}`;

/** The references in lists, which are in a table of their own for visible records only. */
const hiddenListsSql = ({ lists }: RecordTable, condition: string): string =>
  lists
    .map(
      ({ id, key }) => `select ${id}::bigint as path, u.target, h.uri, h.indexed_at from ${schema}.hidden_records h
      cross join lateral jsonb_array_elements_text(h.derived -> 'paths' -> ${quoteText(key)}) u (target)
      where ${condition}`
    )
    .join(" union all ");

type RowsOf = (table: RecordTable, condition: string) => string;

const both =
  (visible: (table: RecordTable) => string, hidden: RowsOf): RowsOf =>
  (table, condition) =>
    `${visible(table)} union all ${hidden(table, condition)}`;

/** Returns a table with other rows. A collection without a table stays as it is. */
const withRows = (table: RecordTable, condition: string, rows: RowsOf, lists: RowsOf): RecordTable =>
  table.sql === recordTemplate
    ? table
    : {
        ...table,
        sql: `(${rows(table, condition)})`,
        counted: false,
        listsSql: table.lists.length === 0 ? table.listsSql : `(${lists(table, condition)})`
      };

const [allRows, allLists] = [both(visibleSql, hiddenSql), both(visibleListsSql, hiddenListsSql)];

/**
 * Returns a table for one author, by an SQL expression for the DID: its rows are the visible ones and those of the author
 * that are hidden.
 */
export const withOwnHidden = (table: RecordTable, did: string): RecordTable =>
  withRows(table, ofAuthor(table, did), allRows, allLists);

/** Returns a table whose rows are the visible ones and all that are hidden. */
export const withAllHidden = (table: RecordTable): RecordTable => withRows(table, ofAnyone(table), allRows, allLists);

/** Returns a table whose rows are the hidden ones only. */
export const onlyHidden = (table: RecordTable): RecordTable =>
  withRows(table, ofAnyone(table), hiddenSql, hiddenListsSql);
