import type { Limits } from "../plan/Limits.ts";
import type { PlanError } from "../plan/PlanError.ts";

/** The input of the worker thread: the schema as text, and the limits of documents. */
export interface WorkerSchema {
  readonly sdl: string;
  readonly limits: Limits;
}

/** A task that would block the event loop: to validate a document, to execute introspection, or to print the schema. */
export type WorkerTask =
  | { readonly _tag: "Validate"; readonly document: string }
  | {
      readonly _tag: "Introspect";
      /** Introspection root fields only. */
      readonly document: string;
      readonly variables: Readonly<Record<string, unknown>>;
    }
  | { readonly _tag: "Print" };

/** The result of root fields: their members as JSON text, or null when a non-null field failed. */
export interface RootsResult {
  readonly data: string | null;
  readonly errors: ReadonlyArray<unknown>;
}

/** The outcome of a task: the errors of a document, a result, or the schema as text. */
export type TaskOutcome =
  | { readonly _tag: "Validated"; readonly errors: ReadonlyArray<PlanError> }
  | { readonly _tag: "Introspected"; readonly answer: RootsResult }
  | { readonly _tag: "Printed"; readonly sdl: string };

export interface NumberedTask {
  readonly number: number;
  readonly task: WorkerTask;
}

/** A message of the thread: first that it has read the schema, then the outcome of each task. */
export type WorkerMessage =
  | { readonly _tag: "Ready" }
  | { readonly _tag: "Done"; readonly number: number; readonly outcome: TaskOutcome };
