import type { ReferencePath } from "../../../../domain/lexicon/model/Reference.ts";
import { referenceSql } from "../sql/operandSql.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import type { ParentLink } from "./Level.ts";

/** The rows `t` of a table that refer to something by a path, and the expression that must equal its address or DID. */
type ReferringRows = Pick<ParentLink, "equals" | "from">;

/** The columns of a row except its time and address. */
const columnsOf = ({ columns, references }: RecordTable): ReadonlyArray<string> => [
  "cid",
  "did",
  "rkey",
  "value",
  "paths",
  "words",
  ...[...columns, ...references].map(({ sql }) => sql)
];

/**
 * Returns the rows that refer to something at a path. Rows that do so in a list are found in the table of references. Their
 * time and address come from there too, so that its index has the order of a page and the position of a cursor.
 */
export const referringRows = (table: RecordTable, path: ReferencePath): ReferringRows => {
  const list = table.lists.find((each) => JSON.stringify(each.path) === JSON.stringify(path));
  if (list === undefined) return { equals: referenceSql(table, path) };
  const columns = ["x.target", "x.uri", "x.indexed_at", ...columnsOf(table).map((name) => `r.${name}`)].join(", ");
  const joined = (join: string): string =>
    `(select ${columns} from ${table.listsSql} x ${join} ${table.sql} r on r.uri = x.uri where x.path = ${list.id}) t`;
  // Every reference has its record, so a count need not join the record if no condition needs it.
  return { equals: "t.target", from: { rows: joined("join"), counted: joined("left join") } };
};
