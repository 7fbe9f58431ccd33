import { buildSchema, type GraphQLSchema } from "graphql";

/** Builds a schema with the copy of graphql-js that `examplesOf` uses, which accepts no schema of another copy. */
export const schemaOfText = (sdl: string): GraphQLSchema => buildSchema(sdl);
