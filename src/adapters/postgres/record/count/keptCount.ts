import type { Filter } from "../../../../domain/record/query/RecordQuery.ts";
import { belongsTo, type ParentLink } from "../query/Level.ts";
import { filterSql } from "../sql/filterSql.ts";
import { rowsSql } from "../sql/rowsSql.ts";
import type { SqlParameters } from "../sql/SqlParameters.ts";
import { quoteText, schema } from "../sql/sqlNames.ts";
import type { RecordTable } from "../table/RecordTable.ts";

/** What a count is of: the rows of a table that belong to the row of the level above and satisfy a filter. */
export interface Counted {
  readonly table: RecordTable;
  readonly parent: ParentLink | null;
  readonly where: Filter;
}

/** Whether a filter is about the author alone, and says whose records it is about rather than whose it is not. */
const namesAuthors = (filter: Filter): boolean => {
  switch (filter._tag) {
    case "Every":
      return filter.filters.every(namesAuthors);
    case "Compare":
      return (
        filter.operator === "eq" &&
        filter.operand._tag === "MetaOperand" &&
        (filter.operand.meta === "did" || filter.operand.meta === "actorHandle")
      );
    case "Among":
      return (
        !filter.negated &&
        filter.operand._tag === "MetaOperand" &&
        (filter.operand.meta === "did" || filter.operand.meta === "actorHandle")
      );
    default:
      return false;
  }
};

const isEmpty = (filter: Filter): boolean => filter._tag === "Every" && filter.filters.every(isEmpty);

/**
 * Returns an expression for a number of rows that is kept and therefore does not take longer the more rows there are: of a
 * whole collection, or of some authors in it. Null if it is not kept. A row of `author_counts` takes the place of a row `t`.
 */
export const keptCount = ({ parent, table, where }: Counted, parameters: SqlParameters): string | null => {
  if (!table.counted || (parent !== null && (parent.equals !== "t.did" || parent.from !== undefined))) return null;
  const collection = quoteText(table.nsid);
  if (parent === null && isEmpty(where))
    return `(select t.records from ${schema}.record_counts t where t.collection = ${collection})`;
  if (!namesAuthors(where)) return null;
  const related = parent && belongsTo(parent);
  const rows = rowsSql(table, [`t.collection = ${collection}`, related, filterSql(where, table, parameters)], authors);
  return `(select coalesce(sum(t.records), 0) from ${rows})`;
};

const authors = `${schema}.author_counts t`;
