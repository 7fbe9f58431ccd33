import type { FieldNode } from "graphql";
import type { Parameter } from "../../../../domain/record/query/RecordQuery.ts";
import type { Compilation } from "../Compilation.ts";

/** The DID of who is signed in; null when nobody is, which is compiled by itself. */
export const viewerParameter = (compilation: Compilation, node: FieldNode): Parameter | null => {
  if (compilation.run.viewerDid === null) return null;
  return compilation.parameter(node, ({ viewerDid }) =>
    viewerDid === null ? { refused: "Nobody is signed in." } : { value: viewerDid }
  );
};
