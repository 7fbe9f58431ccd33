import * as Schema from "effect/Schema";

/** What a plan is made of, as `explain (format json)` tells it. */
interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string | undefined;
  readonly "Index Name"?: string | undefined;
  readonly "Subplan Name"?: string | undefined;
  readonly Plans?: ReadonlyArray<PlanNode> | undefined;
}

const PlanNode: Schema.Schema<PlanNode> = Schema.Struct({
  "Node Type": Schema.String,
  "Relation Name": Schema.optional(Schema.String),
  "Index Name": Schema.optional(Schema.String),
  "Subplan Name": Schema.optional(Schema.String),
  Plans: Schema.optional(Schema.Array(Schema.suspend(() => PlanNode)))
});

export const Explained = Schema.Array(Schema.Struct({ Plan: PlanNode }));

/** What the indexes of a database are on, by their names. */
export type IndexColumns = ReadonlyMap<string, string>;

/** The name of a table of records without what makes it unique. */
export const withoutHash = (table: string): string => table.replace(/_[0-9a-f]{16}$/, "");

const scan = (node: PlanNode, indexes: IndexColumns): string | null => {
  const index = node["Index Name"];
  if (index !== undefined) return `by index ${indexes.get(index) ?? index}`;
  const table = node["Relation Name"];
  if (table !== undefined && node["Node Type"] === "Seq Scan") return `reads all of ${withoutHash(table)}`;
  return node["Node Type"].endsWith("Sort") ? "sorts" : null;
};

/**
 * How the rows of a plan are found, one line each in the order of the plan: by which index, by reading a whole table, or
 * by sorting. Kinds of joins and costs are left out, which differ between versions of PostgreSQL.
 */
export const planShape = (node: PlanNode, indexes: IndexColumns, depth = 0): ReadonlyArray<string> => {
  const level = node["Subplan Name"]?.startsWith("CTE ")
    ? [`${"  ".repeat(depth)}${node["Subplan Name"].slice(4)}:`]
    : [];
  const inside = depth + level.length;
  const line = scan(node, indexes);
  const own = line === null ? [] : [`${"  ".repeat(inside)}${line}`];
  const below = (node.Plans ?? []).flatMap((each) => planShape(each, indexes, inside + own.length));
  return [...level, ...own, ...below];
};
