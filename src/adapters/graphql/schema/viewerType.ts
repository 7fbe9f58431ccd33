import { GraphQLNonNull, GraphQLString } from "graphql";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import { didJoinFields } from "./joinFields.ts";
import type { TypeTable } from "./TypeTable.ts";

/** `Viewer`: the person who is signed in. */
export const defineViewer = (types: TypeTable, lexicons: LexiconSet): void => {
  types.object("Viewer", "The person who is signed in.", () => [
    {
      name: "did",
      type: new GraphQLNonNull(GraphQLString),
      meaning: { _tag: "ViewerMemberMeaning", member: "ViewerDid" }
    },
    { name: "handle", type: GraphQLString, meaning: { _tag: "ViewerMemberMeaning", member: "ViewerHandle" } },
    ...didJoinFields(types, lexicons)
  ]);
};
