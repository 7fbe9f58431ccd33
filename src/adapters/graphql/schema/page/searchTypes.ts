import { GraphQLInt, GraphQLList, GraphQLNonNull, type GraphQLOutputType, GraphQLString } from "graphql";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { maxPageSize } from "../../../../domain/record/query/maxPageSize.ts";
import { recordCollectionTypeName } from "../record/recordCollection.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";
import { defaultPageSize } from "./pageArguments.ts";

const required = (type: GraphQLOutputType) => new GraphQLNonNull(type);
const listOf = (type: GraphQLOutputType) => required(new GraphQLList(required(type)));

/** Defines `SearchConnection` and `SearchEdge`, a page of records of any collection. */
export const defineSearch = (types: TypeRegistry, { collections }: LexiconSet): void => {
  if (collections.length === 0) return;
  types.object("SearchEdge", "A record in its place on a page of a search.", () => [
    { name: "node", type: required(types.output("Record")), outputKind: { _tag: "SearchKind", member: "Node" } },
    {
      name: "cursor",
      description: "The cursor of the record, for `after`.",
      type: required(GraphQLString),
      outputKind: { _tag: "SearchKind", member: "Cursor" }
    },
    {
      name: "rank",
      description: "The number of different words of the record that matched.",
      type: required(GraphQLInt),
      outputKind: { _tag: "SearchKind", member: "Rank" }
    }
  ]);
  types.object("SearchConnection", "A page of the records that a search finds.", () => [
    { name: "edges", type: listOf(types.output("SearchEdge")), outputKind: { _tag: "SearchKind", member: "Edges" } },
    { name: "nodes", type: listOf(types.output("Record")), outputKind: { _tag: "SearchKind", member: "Nodes" } },
    {
      name: "pageInfo",
      type: required(types.output("PageInfo")),
      outputKind: { _tag: "SearchKind", member: "PageInfo" }
    },
    {
      name: "totalCount",
      description: "The number of records that match, on all pages.",
      type: required(GraphQLInt),
      outputKind: { _tag: "SearchKind", member: "TotalCount" }
    }
  ]);
};

/** `search`. */
export const searchField = (types: TypeRegistry, { collections }: LexiconSet): ReadonlyArray<OutputField> => {
  if (collections.length === 0) return [];
  return [
    {
      name: "search",
      description:
        "The records whose searchable texts together have all words of the query. Those with most different matching words come first, then the newest.",
      type: required(types.output("SearchConnection")),
      args: {
        query: {
          type: new GraphQLNonNull(GraphQLString),
          description:
            'Words in any script, whatever their case and accents. All of them must occur; the last one may be the beginning of a word. "Words in quotes" must occur in order.'
        },
        collections: {
          type: new GraphQLList(new GraphQLNonNull(types.input(recordCollectionTypeName))),
          description: "The collections to search; by default all that can be searched."
        },
        first: {
          type: GraphQLInt,
          description: `The number of records: ${defaultPageSize} by default, up to ${maxPageSize}.`
        },
        after: {
          type: GraphQLString,
          description: "A cursor of the same query. The page starts after it. Null for the first page."
        }
      },
      outputKind: { _tag: "SearchKind", member: "Search" }
    }
  ];
};
