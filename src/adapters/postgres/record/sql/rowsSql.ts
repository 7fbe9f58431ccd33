import type { RecordTable } from "../table/RecordTable.ts";

/**
 * Returns the rows `t` of a table that satisfy all conditions, as the text after `from`. Null is no condition. Every page,
 * count, join and group reads its rows through this function. `from` replaces the table if rows are found through another.
 */
export const rowsSql = (
  table: RecordTable,
  conditions: ReadonlyArray<string | null>,
  from = `${table.sql} t`
): string => {
  const needed = conditions.filter((each) => each !== null && each !== "true");
  return `${from}${needed.length > 0 ? ` where ${needed.join(" and ")}` : ""}`;
};
