import type { ReferencePath } from "../../../../domain/lexicon/model/Reference.ts";
import { referenceSql } from "../sql/operandSql.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import type { ParentLink } from "./Level.ts";

/** Where the rows `t` of a table are that refer to something by a path, and what must equal that. */
export type ReferringRows = Pick<ParentLink, "equals" | "from">;

/** What is asked of a row but its time and address. */
const columnsOf = ({ columns, references }: RecordTable): ReadonlyArray<string> => [
  "cid",
  "did",
  "rkey",
  "value",
  "paths",
  ...[...columns, ...references].map(({ sql }) => sql)
];

/**
 * The rows that refer to something at a path. Those that do in a list are found in its table of references, which also
 * gives their time and address: so its index has the order of a page and the place of a cursor.
 */
export const referringRows = (table: RecordTable, path: ReferencePath): ReferringRows => {
  const list = table.lists.find((each) => JSON.stringify(each.path) === JSON.stringify(path));
  if (list === undefined) return { equals: referenceSql(table, path) };
  const columns = ["x.target", "x.uri", "x.indexed_at", ...columnsOf(table).map((name) => `r.${name}`)].join(", ");
  const joined = (join: string): string =>
    `(select ${columns} from ${table.listsSql} x ${join} ${table.sql} r on r.uri = x.uri where x.path = ${list.id}) t`;
  // A record is there for every reference, so that counting need not look for it where nothing is asked of it.
  return { equals: "t.target", from: { rows: joined("join"), counted: joined("left join") } };
};
