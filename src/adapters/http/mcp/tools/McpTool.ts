import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";
import type { GraphqlCaller } from "../../../../application/api/GraphqlApi.ts";
import type { JsonObject } from "../../../../domain/json/Json.ts";

/** What became of a call of a tool. A `Failed` call tells the model what to do differently. */
export type ToolOutcome = Data.TaggedEnum<{
  Done: { readonly content: JsonObject };
  Failed: { readonly message: string };
  /** The tool is for signed-in users, and the request has no credential. */
  SignInNeeded: { readonly message: string };
}>;
export const ToolOutcome = Data.taggedEnum<ToolOutcome>();

/** A JSON Schema of the arguments of a tool. */
export interface ToolSchema {
  readonly type: "object";
  readonly properties: JsonObject;
  readonly required: ReadonlyArray<string>;
}

/** A tool of the Model Context Protocol (2025-11-25, "Tools"). None of them changes anything. */
export interface McpTool<R> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly call: (given: unknown, caller: GraphqlCaller) => Effect.Effect<ToolOutcome, never, R>;
}
