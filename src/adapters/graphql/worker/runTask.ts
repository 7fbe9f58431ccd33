import * as Either from "effect/Either";
import { executeSync, type GraphQLSchema, parse } from "graphql";
import { prepareDocument } from "../plan/document/prepareDocument.ts";
import type { Limits } from "../plan/Limits.ts";
import { printApiSchema } from "../schema/printApiSchema.ts";
import type { TaskOutcome, WorkerTask } from "./WorkerTask.ts";

/** Runs a task of the worker thread. */
export const runTask = (schema: GraphQLSchema, limits: Limits, task: WorkerTask): TaskOutcome => {
  switch (task._tag) {
    case "Validate": {
      const prepared = prepareDocument(schema, task.document, limits);
      return { _tag: "Validated", errors: Either.isLeft(prepared) ? prepared.left : [] };
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
