import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as ParseResult from "effect/ParseResult";
import * as Schema from "effect/Schema";
import type { GraphqlCaller } from "../../../../application/api/GraphqlApi.ts";
import { type McpTool, ToolOutcome, type ToolSchema } from "./McpTool.ts";

interface Declared<A, I, R> extends Pick<McpTool<R>, "name" | "title" | "description"> {
  readonly given: Schema.Schema<A, I>;
  readonly properties: ToolSchema["properties"];
  readonly required?: ReadonlyArray<string>;
  readonly call: (given: A, caller: GraphqlCaller) => Effect.Effect<ToolOutcome, never, R>;
}

/** Returns a tool that reads its arguments by a schema. A wrong one is named in the outcome. */
export const declareTool = <A, I, R>({
  call,
  given,
  properties,
  required = [],
  ...about
}: Declared<A, I, R>): McpTool<R> => {
  const decode = Schema.decodeUnknownEither(given, { onExcessProperty: "error" });
  return {
    ...about,
    inputSchema: { type: "object", properties, required },
    call: (args, caller) =>
      Either.match(decode(args ?? {}), {
        onLeft: (problem) =>
          Effect.succeed(
            ToolOutcome.Failed({
              message: ParseResult.ArrayFormatter.formatErrorSync(problem)
                .map(({ message, path }) => `${path.join(".") || "arguments"}: ${message}`)
                .join("\n")
            })
          ),
        onRight: (read) => call(read, caller)
      })
  };
};
