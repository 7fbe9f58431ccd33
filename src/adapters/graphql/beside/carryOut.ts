import * as Either from "effect/Either";
import { executeSync, type GraphQLSchema, parse } from "graphql";
import type { Limits } from "../plan/Limits.ts";
import { prepareDocument } from "../plan/prepareDocument.ts";
import { printApiSchema } from "../schema/printApiSchema.ts";
import type { BesideOutcome, BesideTask } from "./BesideTask.ts";

/** Does a task of the thread beside. */
export const carryOut = (schema: GraphQLSchema, limits: Limits, task: BesideTask): BesideOutcome => {
  switch (task._tag) {
    case "Judge": {
      const prepared = prepareDocument(schema, task.document, limits);
      return { _tag: "Judged", errors: Either.isLeft(prepared) ? prepared.left : [] };
    }
    case "Introspect": {
      const { document, variables } = task;
      const { data = null, errors = [] } = executeSync({
        schema,
        document: parse(document),
        variableValues: { ...variables }
      });
      const answer = {
        data: data === null ? null : JSON.stringify(data),
        errors: errors.map((error) => error.toJSON())
      };
      return { _tag: "Introspected", answer };
    }
    case "Print":
      return { _tag: "Printed", sdl: printApiSchema(schema) };
  }
};
