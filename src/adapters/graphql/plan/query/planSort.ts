import type { FieldNode } from "graphql";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { SortKey } from "../../../../domain/record/query/RecordQuery.ts";
import { sortFields } from "../../schema/page/sortInput.ts";
import type { Compilation } from "../Compilation.ts";
import type { Argument } from "../values/Argument.ts";

const newestFirst: SortKey = { operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" };

const textOf = (compilation: Compilation, argument: Argument | undefined): string =>
  argument?._tag === "ScalarArgument" ? compilation.pinned((run) => String(argument.read(run))) : "";

/** Plans the order of a `sortBy`; newest first by default. For a duplicate field, the first position counts. */
export const planSort = (
  compilation: Compilation,
  collection: Collection,
  argument: Argument | undefined,
  node: FieldNode
): ReadonlyArray<SortKey> => {
  const operands = sortFields(collection);
  const keys = new Map<string, SortKey>();
  for (const item of argument?._tag === "ListArgument" ? argument.items : []) {
    if (item._tag !== "ObjectArgument" || !compilation.takeCondition(node)) continue;
    const field = textOf(compilation, item.fields.get("field"));
    const operand = operands.get(field);
    if (operand === undefined || keys.has(field)) continue;
    const direction = textOf(compilation, item.fields.get("direction")) === "DESC" ? "DESC" : "ASC";
    keys.set(field, { operand, direction });
  }
  return keys.size === 0 ? [newestFirst] : [...keys.values()];
};
