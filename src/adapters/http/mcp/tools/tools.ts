import type * as Effect from "effect/Effect";
import { explainTool } from "./explainTool.ts";
import { getLexicon, listLexicons } from "./lexiconTools.ts";
import type { McpTool } from "./McpTool.ts";
import { describeType, listQueries, runQuery } from "./queryTools.ts";

type NeedsOf<Tool> = Tool extends McpTool<infer R> ? R : never;

/** What the tools need. */
export type ToolServices =
  | NeedsOf<typeof listLexicons>
  | NeedsOf<typeof listQueries>
  | Effect.Effect.Context<ReturnType<typeof explainTool.call>>;

/** All tools, in the order in which a model sees them. */
export const tools: ReadonlyArray<McpTool<ToolServices>> = [
  listLexicons,
  getLexicon,
  listQueries,
  describeType,
  runQuery,
  explainTool
];
