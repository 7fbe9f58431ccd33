import type { FieldNode } from "graphql";
import type { Parameter } from "../../../../domain/record/query/RecordQuery.ts";
import type { Compilation } from "../Compilation.ts";

/** Returns the parameter for the DID of the signed-in user; null without one, which is compiled separately. */
export const viewerParameter = (compilation: Compilation, node: FieldNode): Parameter | null => {
  if (compilation.run.viewerDid === null) return null;
  return compilation.parameter(node, ({ viewerDid }) =>
    viewerDid === null ? { refused: "Nobody is signed in." } : { value: viewerDid }
  );
};
