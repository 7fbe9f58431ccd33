import { GraphQLInt, GraphQLList, GraphQLNonNull, type GraphQLOutputType, GraphQLString } from "graphql";
import { typeName } from "../../../domain/lexicon/apiName.ts";
import type { Collection } from "../../../domain/lexicon/Collection.ts";
import type { TypeTable } from "./TypeTable.ts";

const listOf = (type: GraphQLOutputType): GraphQLOutputType =>
  new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));

/** `TConnection` and `TEdge`: a page of one collection. */
export const defineConnection = (types: TypeTable, { nsid }: Collection): void => {
  const name = typeName(nsid);
  types.object(`${name}Edge`, `A ${nsid} record in its place on a page.`, () => [
    { name: "node", type: new GraphQLNonNull(types.output(name)), meaning: { _tag: "EdgeMeaning", member: "Node" } },
    {
      name: "cursor",
      description: "The place, for `after` and `before`.",
      type: new GraphQLNonNull(GraphQLString),
      meaning: { _tag: "EdgeMeaning", member: "Cursor" }
    }
  ]);
  types.object(`${name}Connection`, `A page of ${nsid} records.`, () => [
    {
      name: "edges",
      type: listOf(types.output(`${name}Edge`)),
      meaning: { _tag: "ConnectionMeaning", member: "Edges" }
    },
    { name: "nodes", type: listOf(types.output(name)), meaning: { _tag: "ConnectionMeaning", member: "Nodes" } },
    {
      name: "pageInfo",
      type: new GraphQLNonNull(types.output("PageInfo")),
      meaning: { _tag: "ConnectionMeaning", member: "PageInfo" }
    },
    {
      name: "totalCount",
      description: "How many records satisfy `where`, on all pages.",
      type: new GraphQLNonNull(GraphQLInt),
      meaning: { _tag: "ConnectionMeaning", member: "TotalCount" }
    }
  ]);
};
