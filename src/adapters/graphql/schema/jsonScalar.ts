import { GraphQLScalarType, valueFromASTUntyped } from "graphql";

/** Any JSON value: what a Lexicon leaves open, and integers beyond 32 bits. */
export const jsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: "JSON",
  description: "Any JSON value. Used for what a Lexicon leaves open, and for integers that may not fit into 32 bits.",
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables)
});
