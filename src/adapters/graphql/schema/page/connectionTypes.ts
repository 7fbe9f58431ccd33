import { GraphQLInt, GraphQLList, GraphQLNonNull, type GraphQLOutputType, GraphQLString } from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import { maxCountBound } from "../../../../domain/record/query/maxCountBound.ts";
import type { TypeRegistry } from "../TypeRegistry.ts";

const listOf = (type: GraphQLOutputType): GraphQLOutputType =>
  new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));

/** Defines `TConnection` and `TEdge`, a page of one collection. */
export const defineConnection = (types: TypeRegistry, { nsid }: Collection): void => {
  const name = typeName(nsid);
  types.object(`${name}Edge`, `A ${nsid} record in its place on a page.`, () => [
    { name: "node", type: new GraphQLNonNull(types.output(name)), outputKind: { _tag: "EdgeKind", member: "Node" } },
    {
      name: "cursor",
      description: "The cursor of the record, for `after` and `before`.",
      type: new GraphQLNonNull(GraphQLString),
      outputKind: { _tag: "EdgeKind", member: "Cursor" }
    }
  ]);
  types.object(`${name}Connection`, `A page of ${nsid} records.`, () => [
    {
      name: "edges",
      type: listOf(types.output(`${name}Edge`)),
      outputKind: { _tag: "ConnectionKind", member: "Edges" }
    },
    { name: "nodes", type: listOf(types.output(name)), outputKind: { _tag: "ConnectionKind", member: "Nodes" } },
    {
      name: "pageInfo",
      type: new GraphQLNonNull(types.output("PageInfo")),
      outputKind: { _tag: "ConnectionKind", member: "PageInfo" }
    },
    {
      name: "totalCount",
      description: "The number of records that match `where`, on all pages.",
      args: {
        atMost: {
          type: GraphQLInt,
          description: `Counts no further than this number, from 1 to ${maxCountBound}. A result equal to it means at least that many.`
        }
      },
      type: new GraphQLNonNull(GraphQLInt),
      outputKind: { _tag: "ConnectionKind", member: "TotalCount" }
    }
  ]);
};
