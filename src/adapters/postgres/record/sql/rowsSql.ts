import type { RecordTable } from "../table/RecordTable.ts";

/**
 * The rows `t` of a table that satisfy all conditions, as what stands behind `from`; null is no condition. Every page,
 * count, join and group reads its rows through here. `from` is the table itself unless it is found through another one.
 */
export const rowsSql = (
  table: RecordTable,
  conditions: ReadonlyArray<string | null>,
  from = `${table.sql} t`
): string => {
  const given = conditions.filter((each) => each !== null && each !== "true");
  return `${from}${given.length > 0 ? ` where ${given.join(" and ")}` : ""}`;
};
