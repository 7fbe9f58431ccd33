import type { Filter } from "../../../../domain/record/query/RecordQuery.ts";
import { selfLabelsKey } from "../table/pathKeys.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import type { SqlParameters } from "./SqlParameters.ts";
import { quoteText } from "./sqlNames.ts";

type Labeled = Extract<Filter, { readonly _tag: "Labeled" }>;
type HiddenFromViewer = Extract<Filter, { readonly _tag: "HiddenFromViewer" }>;

/** The table of labels. */
export const labelsTable = "tidemark.labels";

/** The condition that a label `b` is active. */
export const activeSql = "not b.neg and (b.exp is null or b.exp > extract(epoch from now()) * 1000)";

/** Which labels a condition is about, as SQL lists; null does not restrict. */
interface Wanted {
  readonly vals: string | null;
  readonly srcs: string | null;
}

const all = (conditions: ReadonlyArray<string | null>): string =>
  conditions.filter((each) => each !== null).join(" and ");

const storedSql = ({ srcs, vals }: Wanted): string =>
  all([vals && `b.val = any(${vals})`, srcs && `b.src = any(${srcs})`, activeSql]);

/** The condition that the author put a label on a row; null if no row of the table can have one. */
const selfSql = ({ selfLabels }: RecordTable, { srcs, vals }: Wanted, row: string): string | null => {
  if (selfLabels.length === 0) return null;
  const held = `${row}.paths -> ${quoteText(selfLabelsKey)}`;
  return all([vals === null ? `${held} is not null` : `${held} ?| ${vals}`, srcs && `${row}.did = any(${srcs})`]);
};

/** Looks up the labels of each row. A page without a certain label is full after few rows. */
const eachSql = (table: RecordTable, wanted: Wanted): string => {
  const self = selfSql(table, wanted, "t");
  const stored = `exists (select from ${labelsTable} b where b.uri in (t.uri, t.did) and ${storedSql(wanted)})`;
  return self === null ? stored : `(${stored} or ${self})`;
};

/**
 * Finds the rows by their labels, which have an index by value, so that a page with a rare label does not read the whole
 * table.
 */
const foundSql = (table: RecordTable, wanted: Wanted): string => {
  const stored = storedSql(wanted);
  const self = selfSql(table, wanted, "v");
  const found = [
    `select b.uri from ${labelsTable} b where ${stored}`,
    `select v.uri from ${labelsTable} b join ${table.sql} v on v.did = b.uri where b.uri = b.did and ${stored}`,
    ...(self === null ? [] : [`select v.uri from ${table.sql} v where ${self}`])
  ];
  return `t.uri in (${found.join(" union all ")})`;
};

const wantedOf = ({ srcs, vals }: Labeled, parameters: SqlParameters): Wanted => ({
  vals: vals && parameters.values(vals, "string"),
  srcs: srcs && parameters.values(srcs, "string")
});

/** Returns the condition that a row `t` has a label. */
export const labeledSql = (filter: Labeled, table: RecordTable, parameters: SqlParameters): string =>
  foundSql(table, wantedOf(filter, parameters));

/** Returns the condition that a row `t` does not have a label. */
export const notLabeledSql = (filter: Labeled, table: RecordTable, parameters: SqlParameters): string =>
  `(${eachSql(table, wantedOf(filter, parameters))}) is not true`;

/** The values that hide a record from a viewer. No preference applies to a system label. */
const hiddenValuesSql = (viewer: string | null): string => {
  if (viewer === null)
    return "array(select d.val from tidemark.label_definitions d where d.default_visibility = 'HIDE')";
  return `array(select d.val from tidemark.label_definitions d left join tidemark.label_preferences f
    on f.did = ${viewer} and f.val = d.val and not starts_with(d.val, '!')
    where coalesce(f.visibility, d.default_visibility) = 'HIDE')`;
};

/** Returns the condition that a label hides a row `t` from the viewer. */
export const hiddenFromViewerSql = (
  { viewer }: HiddenFromViewer,
  table: RecordTable,
  parameters: SqlParameters
): string => eachSql(table, { vals: hiddenValuesSql(viewer && parameters.value(viewer, "string")), srcs: null });
