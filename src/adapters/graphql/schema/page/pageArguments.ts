import { type GraphQLFieldConfigArgumentMap, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { TypeRegistry } from "../TypeRegistry.ts";

/** The default page size, without `first` and `last`. */
export const defaultPageSize = 50;

/** The arguments of every connection. */
export const pageArguments = (types: TypeRegistry, { nsid }: Collection): GraphQLFieldConfigArgumentMap => {
  const name = typeName(nsid);
  return {
    where: { type: types.input(`${name}WhereInput`), description: "Conditions, all of which must hold." },
    first: {
      type: GraphQLInt,
      description: `The number of records from the start: ${defaultPageSize} by default, up to 1000.`
    },
    after: { type: GraphQLString, description: "A cursor. The page starts after it. Null for the first page." },
    last: { type: GraphQLInt, description: "The number of records from the end; not together with first." },
    before: { type: GraphQLString, description: "A cursor. The page ends before it. Null for the last page." },
    sortBy: {
      type: new GraphQLList(new GraphQLNonNull(types.input(`${name}SortFieldInput`))),
      description: "The order; by default indexedAt, newest first. Nulls come last, ties are ordered by uri."
    }
  };
};
