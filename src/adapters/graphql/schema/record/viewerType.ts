import { GraphQLNonNull, GraphQLString } from "graphql";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { TypeRegistry } from "../TypeRegistry.ts";
import { didJoinFields } from "./joinFields.ts";

/** Defines `Viewer`, the signed-in user. */
export const defineViewer = (types: TypeRegistry, lexicons: LexiconSet): void => {
  types.object("Viewer", "The person who is signed in.", () => [
    {
      name: "did",
      type: new GraphQLNonNull(GraphQLString),
      outputKind: { _tag: "ViewerMemberKind", member: "ViewerDid" }
    },
    { name: "handle", type: GraphQLString, outputKind: { _tag: "ViewerMemberKind", member: "ViewerHandle" } },
    ...didJoinFields(types, lexicons)
  ]);
};
