import { GraphQLError, GraphQLScalarType, Kind } from "graphql";

const invalid = "SafeInt must be a whole number from -9007199254740991 to 9007199254740991";

const safe = (value: unknown): number => {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw new GraphQLError(invalid);
};

/**
 * An integer of up to 53 bits, the range of Lexicon integers that JSON represents exactly (AT Protocol, Data Model).
 * Its name and range are those of the scalar known to GraphQL tools as SafeInt.
 */
export const safeIntScalar = new GraphQLScalarType<number, number>({
  name: "SafeInt",
  description: "An integer of up to 53 bits, for Lexicon integers without bounds or with a bound beyond 32 bits.",
  serialize: safe,
  parseValue: safe,
  parseLiteral: (node) => safe(node.kind === Kind.INT ? Number(node.value) : null)
});
