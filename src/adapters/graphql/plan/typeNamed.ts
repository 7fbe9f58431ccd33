import { GraphQLObjectType } from "graphql";
import type { Compilation } from "./Compilation.ts";

/** An object type of the schema. The names come from the same set of Lexicons, so a missing one is a defect. */
export const typeNamed = (compilation: Compilation, name: string): GraphQLObjectType => {
  const type = compilation.api.schema.getType(name);
  if (type instanceof GraphQLObjectType) return type;
  throw new Error(`The schema has no object type ${name}`);
};
