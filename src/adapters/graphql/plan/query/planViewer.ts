import type { FieldNode } from "graphql";
import type { Root, ViewerMember } from "../../../../domain/record/query/RecordQuery.ts";
import type { Compilation } from "../Compilation.ts";
import { typeNamed } from "../typeNamed.ts";
import { viewerParameter } from "../values/viewerParameter.ts";
import { planMembers } from "./planMembers.ts";
import { planDidJoin } from "./planSelection.ts";

/** Plans the signed-in user. Without one, nothing is read and the result is null. */
export const planViewer = (
  compilation: Compilation,
  key: string,
  nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>]
): Root => {
  const did = viewerParameter(compilation, nodes[0]);
  if (did === null) return { _tag: "ViewerRoot", key, did, members: [] };
  const members = planMembers<ViewerMember>(compilation, typeNamed(compilation, "Viewer"), nodes, {
    typename: (typenameKey, name) => ({ _tag: "ViewerTypename", key: typenameKey, name }),
    field: (asked) =>
      asked.outputKind._tag === "ViewerMemberKind"
        ? { _tag: asked.outputKind.member, key: asked.key }
        : planDidJoin(compilation, asked)
  });
  return { _tag: "ViewerRoot", key, did, members };
};
