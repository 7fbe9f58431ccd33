import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { text } from "../../schema/scalars/requiredTypes.ts";

/** A node and its cursor in a list. */
export interface Edge<Node> {
  readonly node: Node;
  readonly cursor: string;
}

/** One page of a list. `totalCount` is null if it was not counted; a function counts on first use. */
export interface Connection<Node> {
  readonly edges: ReadonlyArray<Edge<Node>>;
  readonly hasNextPage: boolean;
  readonly totalCount: number | null | (() => Promise<number | null>);
}

const pageInfo = new GraphQLObjectType<Connection<unknown>>({
  name: "PageInfo",
  description: "The position of a page in its list.",
  fields: {
    hasNextPage: { type: new GraphQLNonNull(GraphQLBoolean) },
    endCursor: {
      type: GraphQLString,
      description: "The value of `after` for the next page; null for an empty page.",
      resolve: ({ edges }) => edges.at(-1)?.cursor
    }
  }
});

/** Returns the Relay connection type for a list of nodes. Its source is a `Connection`. */
export const connectionOf = <Node>(node: GraphQLObjectType<Node>): GraphQLObjectType<Connection<Node>> => {
  const shown = new GraphQLNonNull(node);
  const edge = new GraphQLObjectType<Edge<Node>>({
    name: `${node.name}Edge`,
    fields: { node: { type: shown }, cursor: { type: text } }
  });
  return new GraphQLObjectType<Connection<Node>>({
    name: `${node.name}Connection`,
    description: "One page of a list.",
    fields: {
      edges: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(edge))) },
      nodes: {
        type: new GraphQLNonNull(new GraphQLList(shown)),
        resolve: ({ edges }) => edges.map((each) => each.node)
      },
      pageInfo: { type: new GraphQLNonNull(pageInfo), resolve: (connection) => connection },
      totalCount: { type: GraphQLInt, description: "The total number; null if counting would take too long." }
    }
  });
};

/** The maximum page size. */
export const largestPage = 200;

/** The pagination arguments of a list. */
export const pageArguments = (usual: number) => ({
  first: {
    type: new GraphQLNonNull(GraphQLInt),
    defaultValue: usual,
    description: `The page size, 1 to ${largestPage}.`
  },
  after: { type: GraphQLString, description: "The cursor to start after." }
});
