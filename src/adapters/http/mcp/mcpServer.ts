import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError
} from "@modelcontextprotocol/sdk/types.js";
import manifest from "../../../../package.json" with { type: "json" };
import type { ToolOutcome, ToolSchema } from "./tools/McpTool.ts";

/** A tool that is called with the services and the caller of one request. */
export interface CallableTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly call: (given: unknown, signal: AbortSignal) => Promise<ToolOutcome>;
}

const instructions =
  "This service has a GraphQL API over AT Protocol records. Read the Lexicons (list_lexicons, get_lexicon) and the queries (list_queries, describe_type), then run queries (run_query). Nothing can be changed here.";

const failed = (message: string): CallToolResult => ({ isError: true, content: [{ type: "text", text: message }] });

const resultOf = (outcome: ToolOutcome): CallToolResult =>
  outcome._tag === "Done"
    ? { content: [{ type: "text", text: JSON.stringify(outcome.content) }], structuredContent: { ...outcome.content } }
    : failed(outcome.message);

const serverFor = (tools: ReadonlyArray<CallableTool>): Server => {
  const server = new Server(
    { name: "tidemark", title: "Tidemark", version: manifest.version },
    { capabilities: { tools: {} }, instructions }
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ description, inputSchema, name, title }) => ({
      name,
      title,
      description,
      inputSchema: {
        type: inputSchema.type,
        properties: Object.fromEntries(
          Object.entries(inputSchema.properties).map(([key, value]) => [key, Object(value)])
        ),
        required: [...inputSchema.required],
        additionalProperties: false
      },
      annotations: { title, readOnlyHint: true, openWorldHint: false }
    }))
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`);
    return resultOf(await tool.call(params.arguments, signal));
  });
  return server;
};

/**
 * Answers one POST request of the Streamable HTTP transport (Model Context Protocol 2025-11-25), without a session: each
 * request is complete in itself, so that any process can answer it.
 */
export const answerMessage = async (
  request: Request,
  parsedBody: unknown,
  tools: ReadonlyArray<CallableTool>
): Promise<Response> => {
  const server = serverFor(tools);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
};
