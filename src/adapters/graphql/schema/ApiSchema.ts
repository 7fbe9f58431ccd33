import type { GraphQLFieldConfigMap, GraphQLSchema } from "graphql";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import type { OutputKinds } from "./TypeRegistry.ts";

/** The immutable schema of a set of Lexicons, and the meaning of its fields. */
export interface ApiSchema {
  readonly schema: GraphQLSchema;
  readonly lexicons: LexiconSet;
  readonly outputKinds: OutputKinds;
}

/**
 * Root fields that do not come from Lexicons and have their own resolvers. graphql-js executes them; the planner only
 * passes them on. `Context` is passed to the resolvers.
 */
export interface RootFields<Context> {
  readonly query?: GraphQLFieldConfigMap<unknown, Context>;
  readonly mutation?: GraphQLFieldConfigMap<unknown, Context>;
}
