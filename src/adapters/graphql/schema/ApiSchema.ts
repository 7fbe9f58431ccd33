import type { GraphQLFieldConfigMap, GraphQLSchema } from "graphql";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import type { OutputKinds } from "./TypeRegistry.ts";

/** The schema of a set of Lexicons, and what its fields stand for. It never changes. */
export interface ApiSchema {
  readonly schema: GraphQLSchema;
  readonly lexicons: LexiconSet;
  readonly outputKinds: OutputKinds;
}

/**
 * Root fields that do not come from Lexicons, with resolvers of their own: graphql-js executes them, the planner only
 * passes them on. `Context` is what the resolvers are given.
 */
export interface RootFields<Context> {
  readonly query?: GraphQLFieldConfigMap<unknown, Context>;
  readonly mutation?: GraphQLFieldConfigMap<unknown, Context>;
}
