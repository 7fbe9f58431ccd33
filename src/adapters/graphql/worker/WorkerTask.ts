import type { Limits } from "../plan/Limits.ts";
import type { PlanError } from "../plan/PlanError.ts";

/** What the thread beside is made with: the schema as text, and what a document may ask for. */
export interface WorkerSchema {
  readonly sdl: string;
  readonly limits: Limits;
}

/** Something that holds a thread up for long: to check a document, to describe the schema, to print it in a stable order. */
export type WorkerTask =
  | { readonly _tag: "Validate"; readonly document: string }
  | {
      readonly _tag: "Introspect";
      /** Roots of introspection only. */
      readonly document: string;
      readonly variables: Readonly<Record<string, unknown>>;
    }
  | { readonly _tag: "Print" };

/** What became of some roots: their members as JSON text, null when one failed that must not be null. */
export interface RootsResult {
  readonly data: string | null;
  readonly errors: ReadonlyArray<unknown>;
}

/** What came of it: what is wrong with a document, nothing when it is valid; an answer; or the schema as text. */
export type TaskOutcome =
  | { readonly _tag: "Validated"; readonly errors: ReadonlyArray<PlanError> }
  | { readonly _tag: "Introspected"; readonly answer: RootsResult }
  | { readonly _tag: "Printed"; readonly sdl: string };

export interface NumberedTask {
  readonly number: number;
  readonly task: WorkerTask;
}

/** What the thread sends: once that it has read the schema, then the outcome of each task. */
export type WorkerMessage =
  | { readonly _tag: "Ready" }
  | { readonly _tag: "Done"; readonly number: number; readonly outcome: TaskOutcome };
