import { GraphQLString } from "graphql";
import { flag } from "../scalars/requiredTypes.ts";
import type { TypeRegistry } from "../TypeRegistry.ts";

/** Defines `PageInfo`: the cursors of a page, and whether there are adjacent pages. */
export const definePageInfo = (types: TypeRegistry): void => {
  types.object("PageInfo", "Where a page stands between its neighbours.", () => [
    { name: "hasNextPage", type: flag, outputKind: { _tag: "PageInfoKind", member: "HasNextPage" } },
    { name: "hasPreviousPage", type: flag, outputKind: { _tag: "PageInfoKind", member: "HasPreviousPage" } },
    {
      name: "startCursor",
      description: "The value of `before` for the previous page.",
      type: GraphQLString,
      outputKind: { _tag: "PageInfoKind", member: "StartCursor" }
    },
    {
      name: "endCursor",
      description: "The value of `after` for the next page.",
      type: GraphQLString,
      outputKind: { _tag: "PageInfoKind", member: "EndCursor" }
    }
  ]);
};
