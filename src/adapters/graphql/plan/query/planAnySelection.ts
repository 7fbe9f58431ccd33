import type { FieldNode } from "graphql";
import type { AnySelection } from "../../../../domain/record/query/RecordQuery.ts";
import type { Compilation } from "../Compilation.ts";
import type { SelectRecord } from "./planPage.ts";

/** Plans the fields selected of a record of any collection, or of some. Records without selected fields become empty objects. */
export const planAnySelection = (
  compilation: Compilation,
  nodes: ReadonlyArray<FieldNode>,
  select: SelectRecord,
  only?: ReadonlyArray<string>
): AnySelection => {
  const collections = compilation.api.lexicons.collections.filter(({ nsid }) => only?.includes(nsid) ?? true);
  if (!compilation.takeTables(collections.length)) return new Map();
  return new Map(collections.map((collection) => [collection.nsid, select(compilation, collection, nodes)]));
};
