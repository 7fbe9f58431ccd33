import { type GraphQLSchema, lexicographicSortSchema, printSchema } from "graphql";

/** Prints the schema in an order that does not depend on the order of Lexicons and properties. */
export const printApiSchema = (schema: GraphQLSchema): string => printSchema(lexicographicSortSchema(schema));
