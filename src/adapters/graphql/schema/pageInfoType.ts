import { GraphQLBoolean, GraphQLNonNull, GraphQLString } from "graphql";
import type { TypeTable } from "./TypeTable.ts";

const flag = new GraphQLNonNull(GraphQLBoolean);

/** `PageInfo`: where a page stands between its neighbours. */
export const definePageInfo = (types: TypeTable): void => {
  types.object("PageInfo", "Where a page stands between its neighbours.", () => [
    { name: "hasNextPage", type: flag, meaning: { _tag: "PageInfoMeaning", member: "HasNextPage" } },
    { name: "hasPreviousPage", type: flag, meaning: { _tag: "PageInfoMeaning", member: "HasPreviousPage" } },
    {
      name: "startCursor",
      description: "`before` for the page before this one.",
      type: GraphQLString,
      meaning: { _tag: "PageInfoMeaning", member: "StartCursor" }
    },
    {
      name: "endCursor",
      description: "`after` for the page after this one.",
      type: GraphQLString,
      meaning: { _tag: "PageInfoMeaning", member: "EndCursor" }
    }
  ]);
};
