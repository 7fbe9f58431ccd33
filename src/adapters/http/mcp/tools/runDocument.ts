import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { type GraphqlAnswer, GraphqlApi, type GraphqlCaller } from "../../../../application/api/GraphqlApi.ts";
import type { JsonObject } from "../../../../domain/json/Json.ts";
import { ToolOutcome } from "./McpTool.ts";

/** A GraphQL document with its variables. */
interface Operation {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string | null;
}

const Failure = Schema.Struct({
  message: Schema.String,
  extensions: Schema.optional(Schema.Struct({ code: Schema.optional(Schema.String) }))
});

const Body = Schema.parseJson(
  Schema.Struct({
    data: Schema.optional(Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Unknown }))),
    errors: Schema.optional(Schema.Array(Failure))
  })
);
const readBody = Schema.decodeEither(Body);
const readContent = Schema.decodeSync(
  Schema.parseJson(Schema.declare((value): value is JsonObject => typeof value === "object" && value !== null))
);

const utf8 = new TextDecoder();

const outcomeOf = (answer: GraphqlAnswer<string | Uint8Array>, caller: GraphqlCaller): ToolOutcome => {
  const { outcome } = answer;
  const body = typeof answer.body === "string" ? answer.body : utf8.decode(answer.body);
  if (outcome === "mutation-not-allowed")
    return ToolOutcome.Failed({ message: "This tool runs queries only. Nothing was executed." });
  const read = readBody(body);
  if (Either.isLeft(read)) return ToolOutcome.Failed({ message: "The response could not be read." });
  const { data, errors = [] } = read.right;
  const message = errors.map((error) => error.message).join("\n");
  if (caller.viewer === null && errors.some(({ extensions }) => extensions?.code === "UNAUTHENTICATED"))
    return ToolOutcome.SignInNeeded({ message });
  return data === null || data === undefined
    ? ToolOutcome.Failed({ message: message || "The query returned no data." })
    : ToolOutcome.Done({ content: readContent(body) });
};

/** Runs a query as the caller, within the limits of the GraphQL API. A mutation is refused. */
export const runDocument = (
  { operationName = null, query, variables = {} }: Operation,
  caller: GraphqlCaller
): Effect.Effect<ToolOutcome, never, GraphqlApi> =>
  Effect.flatMap(GraphqlApi, (api) =>
    Effect.map(
      api.execute(
        {
          query,
          variables,
          operationName,
          documentHash: null,
          mutations: false,
          idempotencyKey: null,
          cost: false,
          cursor: false
        },
        caller
      ),
      (answer) => outcomeOf(answer, caller)
    )
  );
