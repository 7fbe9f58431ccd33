import type { FieldNode } from "graphql";
import type { AnySelection } from "../../../domain/record/RecordQuery.ts";
import type { Compilation } from "./Compilation.ts";
import type { SelectRecord } from "./planPage.ts";

/** What merged fields ask of a record of whatever collection: of one they say nothing of, an empty object. */
export const planAnySelection = (
  compilation: Compilation,
  nodes: ReadonlyArray<FieldNode>,
  select: SelectRecord
): AnySelection =>
  new Map(
    compilation.api.lexicons.collections.map((collection) => [collection.nsid, select(compilation, collection, nodes)])
  );
