import { GraphQLError, GraphQLScalarType, Kind } from "graphql";

const invalid = "SafeInt must be a whole number from -9007199254740991 to 9007199254740991";

const safe = (value: unknown): number => {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw new GraphQLError(invalid);
};

/**
 * An integer of up to 53 bits: what a Lexicon integer may hold that JSON can carry exactly (AT Protocol, Data Model).
 * Its name and range are those of the scalar that GraphQL tools know as SafeInt.
 */
export const safeIntScalar = new GraphQLScalarType<number, number>({
  name: "SafeInt",
  description: "A whole number of up to 53 bits. A Lexicon integer without bounds, or with a bound beyond 32 bits.",
  serialize: safe,
  parseValue: safe,
  parseLiteral: (node) => safe(node.kind === Kind.INT ? Number(node.value) : null)
});
