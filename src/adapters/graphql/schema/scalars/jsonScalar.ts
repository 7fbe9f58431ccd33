import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from "graphql";

const isFinite = (value: unknown): boolean => {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isFinite);
};

/** A number like 1e400 would be serialized as null. */
const finite = (value: unknown): unknown => {
  if (!isFinite(value)) throw new GraphQLError("JSON cannot represent a number of that size.");
  return value;
};

/** Any JSON value, for types that a Lexicon leaves open. */
export const jsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: "JSON",
  description: "Any JSON value, for types that a Lexicon leaves open.",
  parseValue: finite,
  parseLiteral: (node, variables) => finite(valueFromASTUntyped(node, variables))
});
