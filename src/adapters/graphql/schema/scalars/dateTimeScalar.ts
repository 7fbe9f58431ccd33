import { GraphQLError, GraphQLScalarType, Kind } from "graphql";

const text = (value: unknown): string => {
  if (typeof value === "string") return value;
  throw new GraphQLError('DateTime must be a text, such as "2026-01-31T12:00:00Z"');
};

/** A point in time as ISO 8601 text. It is returned as stored, and compared as an instant. */
export const dateTimeScalar = new GraphQLScalarType<string, string>({
  name: "DateTime",
  description:
    "A point in time as ISO 8601 text with a zone: 2026-01-31T12:00:00Z. Compared as an instant, returned as stored.",
  serialize: text,
  parseValue: text,
  parseLiteral: (node) => text(node.kind === Kind.STRING ? node.value : null)
});
