import { rowsSql } from "../sql/rowsSql.ts";
import { quoteText } from "../sql/sqlNames.ts";
import { type LinkPath, linkKey } from "../table/pathKeys.ts";
import type { RecordTable, ReferenceColumn } from "../table/RecordTable.ts";
import { belongsTo, type Level, type RecordSource, type Slot, slotName } from "./Level.ts";
import type { Statement } from "./Statement.ts";

/** A level of records that those of a source refer to, and the slot of their addresses. */
interface Referred {
  readonly level: Level;
  readonly uri: Slot;
}

/** Returns the condition that an address belongs to a collection. Without it, other collections would be searched too. */
export const ofCollection = (uri: string, nsid: string): string => `split_part(${uri}, '/', 4) = ${quoteText(nsid)}`;

/** Returns the column that holds the reference at a path; undefined if the path leads through a list or a union. */
export const referenceColumn = (table: RecordTable, path: LinkPath): ReferenceColumn | undefined =>
  table.references.find((each) => linkKey(each.path) === linkKey(path));

/**
 * Adds a level of the record of a collection whose address is in a slot of a source. The `limit` makes the planner look it
 * up by its address.
 */
export const addressedLevel = (statement: Statement, source: RecordSource, slot: Slot, nsid: string): Referred => {
  const table = statement.table(nsid);
  const parent = { source, slot, equals: "t.uri" };
  const level = statement.level(table, parent);
  const uri = level.column(level.own, "t.uri");
  const record = rowsSql(table, [ofCollection(`p.${slotName(slot)}`, nsid), belongsTo(parent)]);
  level.rows = (columns) => `(select ${columns} from ${record} limit 1)`;
  return { level, uri };
};

/**
 * Adds a level of the records of a collection that the references at a path of a source lead to. The `limit` makes the
 * planner look up each by its address.
 */
export const referredLevel = (statement: Statement, source: RecordSource, path: LinkPath, nsid: string): Referred => {
  const column = referenceColumn(source.table, path);
  const slot = source.level.column(source, column ? `t.${column.sql}` : `t.paths -> ${quoteText(linkKey(path))}`);
  if (column) return addressedLevel(statement, source, slot, nsid);
  const table = statement.table(nsid);
  const level = statement.level(table, { source, slot, equals: "t.uri" });
  const uri = level.column(level.own, "t.uri");
  const above = `p.${slotName(slot)}`;
  const each = rowsSql(table, [ofCollection("u.uri", nsid), "t.uri = u.uri"]);
  level.order = `r.${slotName(uri)}`;
  level.rows = (columns) =>
    `(select ${columns} from jsonb_array_elements_text(${above}) u (uri) cross join lateral (select * from ${each} limit 1) t)`;
  return { level, uri };
};
