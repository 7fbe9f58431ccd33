import type { IndexedField } from "../index/IndexedField.ts";
import type { OperandType } from "./OperandType.ts";
import type { Aggregate, Filter, Operand, Page, RecordQuery } from "./RecordQuery.ts";

/** How a query uses a field of records: by a comparison, or as the first sort key in a direction. */
export interface FieldUse {
  readonly collection: string;
  /** The names of the path, joined by dots. */
  readonly field: string;
  readonly type: OperandType;
  readonly operator: "eq" | "in" | "range" | "ne" | "isNull" | "contains" | "startsWith" | "search" | "asc" | "desc";
}

type Scan = Page | Aggregate;

const isScan = (node: object): node is Scan => "collection" in node && "where" in node;

/** Every page and aggregate of a query, at any depth. */
const scansIn = (node: unknown): ReadonlyArray<Scan> => {
  if (typeof node !== "object" || node === null) return [];
  const below = (node instanceof Map ? [...node.values()] : Object.values(node)).flatMap(scansIn);
  return isScan(node) ? [node, ...below] : below;
};

const comparisons = { eq: "eq", ne: "ne", gt: "range", gte: "range", lt: "range", lte: "range" } as const;

type Used = readonly [Operand, FieldUse["operator"]];

const usedBy = (filter: Filter): ReadonlyArray<Used> => {
  switch (filter._tag) {
    case "Every":
    case "Some":
      return filter.filters.flatMap(usedBy);
    case "Not":
      return usedBy(filter.filter);
    case "Compare":
      return [[filter.operand, comparisons[filter.operator]]];
    case "Among":
      return [[filter.operand, filter.negated ? "ne" : "in"]];
    case "Text":
      return [[filter.operand, filter.operator]];
    case "Search":
      return [[filter.operand, "search"]];
    case "IsNull":
      return [[filter.operand, "isNull"]];
    case "IsAbsent":
    case "Labeled":
    case "HiddenFromViewer":
      return [];
  }
};

const ordered = (scan: Scan): ReadonlyArray<Used> => {
  const [first] = "sort" in scan ? scan.sort : [];
  return first === undefined ? [] : [[first.operand, first.direction === "ASC" ? "asc" : "desc"]];
};

/** Returns the fields of records that a query filters by or sorts its pages by first, each use once. */
export const fieldUses = (query: RecordQuery): ReadonlyArray<FieldUse> => {
  const uses = scansIn(query.roots).flatMap((scan) =>
    [...usedBy(scan.where), ...ordered(scan)].flatMap(([operand, operator]): ReadonlyArray<FieldUse> => {
      if (operand._tag !== "PropertyOperand") return [];
      return [{ collection: scan.collection, field: operand.path.join("."), type: operand.type, operator }];
    })
  );
  return [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()];
};

/** Returns the index that would serve a use, or null if no index of this service can. */
export const indexFor = ({ collection, field, operator }: FieldUse): IndexedField | null => {
  if (operator === "search") return { collection, field, purpose: "search" };
  if (field.includes(".")) return null;
  switch (operator) {
    case "eq":
    case "in":
    case "range":
      return { collection, field, purpose: "filter" };
    case "asc":
    case "desc":
      return { collection, field, purpose: operator };
    default:
      return null;
  }
};
