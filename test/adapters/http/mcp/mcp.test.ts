import { assert, layer } from "@effect/vitest";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { adminBearer, bearer, graphqlServerOfBob, post } from "../graphql/graphqlServer.ts";
import { send } from "../send.ts";

/** A client of the official library, connected as an agent connects. */
const client = (headers: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const { port } = yield* HttpServerNode.HttpServerNode;
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
      requestInit: { headers: { ...headers } }
    });
    const connected = new Client({ name: "agent", version: "1.0.0" });
    yield* Effect.acquireRelease(
      // The types of the library are not made for exactOptionalPropertyTypes.
      Effect.promise(() => connected.connect(transport as Parameters<Client["connect"]>[0])),
      () => Effect.promise(() => connected.close())
    );
    return connected;
  });

const Result = Schema.Struct({
  isError: Schema.optional(Schema.Boolean),
  content: Schema.Array(Schema.Struct({ type: Schema.Literal("text"), text: Schema.String })),
  structuredContent: Schema.optional(Schema.Unknown)
});

const call = (agent: Client, name: string, given: Readonly<Record<string, unknown>> = {}) =>
  Effect.gen(function* () {
    const result = yield* Effect.promise(() => agent.callTool({ name, arguments: { ...given } }));
    const { content, isError = false, structuredContent } = yield* Schema.decodeUnknown(Result)(result);
    return { isError, text: content.map(({ text }) => text).join(""), structuredContent };
  });

const message = (method: string, params: unknown = {}, id: number | null = 1) =>
  JSON.stringify({ jsonrpc: "2.0", method, params, ...(id !== null && { id }) });

const initialize = {
  protocolVersion: "2025-06-18",
  capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} },
  clientInfo: { name: "claude-code", version: "2.1.0" }
};

layer(graphqlServerOfBob, { excludeTestServices: true })("the Model Context Protocol", (it) => {
  it.scoped("introduces itself, and lists tools that change nothing", () =>
    Effect.gen(function* () {
      const agent = yield* client();
      assert.strictEqual(agent.getServerVersion()?.name, "tidemark");
      assert.include(agent.getInstructions() ?? "", "run_query");
      const { tools } = yield* Effect.promise(() => agent.listTools());
      assert.deepStrictEqual(
        tools.map(({ name }) => name),
        ["list_lexicons", "get_lexicon", "list_queries", "describe_type", "run_query", "explain_record"]
      );
      for (const { annotations, description, inputSchema } of tools) {
        assert.isTrue(annotations?.readOnlyHint);
        assert.isAbove(description?.length ?? 0, 40);
        assert.isFalse(inputSchema.additionalProperties);
      }
    })
  );

  it.scoped("reads Lexicons and the schema, and runs what it found there", () =>
    Effect.gen(function* () {
      const agent = yield* client();
      const listed = yield* call(agent, "list_lexicons");
      assert.include(listed.text, "xyz.statusphere.status");
      assert.deepStrictEqual(JSON.parse(listed.text), listed.structuredContent);
      const lexicon = yield* call(agent, "get_lexicon", { nsid: "xyz.statusphere.status" });
      assert.include(lexicon.text, '"lexicon":1');
      const queries = yield* call(agent, "list_queries");
      assert.include(queries.text, '"xyzStatusphereStatus"');
      const type = yield* call(agent, "describe_type", { name: "XyzStatusphereStatus" });
      assert.include(type.text, '"createdAt"');
      const run = yield* call(agent, "run_query", {
        query: "query ($n: Int) { xyzStatusphereStatus(first: $n) { edges { node { uri } } } }",
        variables: { n: 3 }
      });
      assert.deepStrictEqual(run.structuredContent, { data: { xyzStatusphereStatus: { edges: [] } } });
    })
  );

  it.scoped("tells a model what to do differently", () =>
    Effect.gen(function* () {
      const agent = yield* client();
      for (const [name, given, expected] of [
        ["get_lexicon", { nsid: "xyz.statusphere.statis" }, /did you mean xyz\.statusphere\.status/],
        ["get_lexicon", {}, /^nsid: is missing/],
        ["get_lexicon", { nsid: 1 }, /^nsid: Expected string/],
        ["run_query", { query: "{ nope }" }, /Cannot query field "nope"/],
        ["run_query", { query: "{", extra: 1 }, /^extra: is unexpected/],
        ["run_query", { query: 'mutation { deleteXyzStatusphereStatus(rkey: "x") { uri } }' }, /queries only/],
        ["run_query", { query: `{ ${"a: __typename ".repeat(10_000)} }` }, /at most 100000 are allowed/]
      ] as const) {
        const result = yield* call(agent, name, given);
        assert.isTrue(result.isError, name);
        assert.match(result.text, expected);
      }
    })
  );

  it.scoped("runs queries as the signed-in user, and explains that user's records only", () =>
    Effect.gen(function* () {
      const agent = yield* client(yield* bearer(alice));
      const viewer = yield* call(agent, "run_query", { query: "{ viewer { did } }" });
      assert.deepStrictEqual(viewer.structuredContent, { data: { viewer: { did: alice.did } } });
      const own = yield* call(agent, "explain_record", {
        uri: `at://${alice.did}/xyz.statusphere.status/3jzfcijpj2z2a`
      });
      assert.include(own.text, '"reason":');
      const foreign = yield* call(agent, "explain_record", {
        uri: `at://${bob.did}/xyz.statusphere.status/3jzfcijpj2z2a`
      });
      assert.isTrue(foreign.isError);
      assert.match(foreign.text, /admins only/);
      const malformed = yield* call(agent, "explain_record", { uri: "at://x" });
      assert.match(malformed.text, /at:\/\/<did or handle>/);
      const admin = yield* client(yield* adminBearer);
      const explained = yield* call(admin, "explain_record", {
        uri: `at://${alice.did}/xyz.statusphere.status/3jzfcijpj2z2a`
      });
      assert.isFalse(explained.isError);
    })
  );

  it.effect("asks for a sign-in with 401 where one is needed, and with an invalid token", () =>
    Effect.gen(function* () {
      const anonymous = yield* post(
        "/mcp",
        message("tools/call", { name: "explain_record", arguments: { uri: "at://x" } })
      );
      assert.strictEqual(anonymous.status, 401);
      assert.match(anonymous.header("www-authenticate") ?? "", /^Bearer resource_metadata="https:/);
      const invalid = yield* post("/mcp", message("tools/list"), { authorization: "Bearer nonsense" });
      assert.strictEqual(invalid.status, 401);
      assert.match(invalid.header("www-authenticate") ?? "", /invalid_token/);
    })
  );

  it.effect("answers the requests that agents send", () =>
    Effect.gen(function* () {
      const accepts = [
        "application/json, text/event-stream",
        "text/event-stream, application/json",
        "*/*",
        "application/json"
      ];
      for (const accept of accepts) {
        const started = yield* post("/mcp", message("initialize", initialize, 0), { accept });
        assert.strictEqual(started.status, 200, accept);
        assert.strictEqual(started.header("content-type"), "application/json");
        assert.isNull(started.header("mcp-session-id"));
        assert.include(started.text, '"protocolVersion":"2025-06-18"');
      }
      const later = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
      const notified = yield* post("/mcp", message("notifications/initialized", {}, null), later);
      assert.strictEqual(notified.status, 202);
      assert.strictEqual(notified.text, "");
      // A session that another server began, which some agents keep.
      const listed = yield* post("/mcp", message("tools/list", undefined), { ...later, "mcp-session-id": "x" });
      assert.strictEqual(listed.status, 200);
      for (const method of ["resources/list", "prompts/list", "resources/templates/list", "logging/setLevel"]) {
        const absent = yield* post("/mcp", message(method), later);
        assert.strictEqual(absent.status, 200, method);
        assert.include(absent.text, "-32601", method);
      }
      assert.strictEqual((yield* post("/mcp", message("ping"), later)).status, 200);
      const unknown = yield* post(
        "/mcp",
        message("initialize", { ...initialize, protocolVersion: "2099-01-01" }),
        later
      );
      assert.include(unknown.text, '"protocolVersion":"2025-11-25"');
    })
  );

  it.effect("refuses what is not a message, and says what to do", () =>
    Effect.gen(function* () {
      const { port } = yield* HttpServerNode.HttpServerNode;
      for (const method of ["GET", "DELETE"]) {
        const refused = yield* send(port, "/mcp", { method, headers: { accept: "text/event-stream" } });
        assert.strictEqual(refused.status, 405);
        assert.strictEqual(refused.header("allow"), "POST");
      }
      for (const [body, status, code] of [
        ["", 400, "-32700"],
        ["{", 400, "-32700"],
        ["[".repeat(10_000), 400, "-32700"],
        ["{}", 400, "-32700"],
        ["[]", 400, "-32600"],
        [`[${message("ping")}]`, 400, "-32600"],
        ['{"jsonrpc":"1.0","method":"ping","id":1}', 400, "-32700"],
        [message("tools/call", { name: "drop_tables" }), 200, "-32602"],
        [message("tools/call", { name: 1 }), 200, "-32603"],
        ["x".repeat(300_000), 413, "-32000"]
      ] as const) {
        const refused = yield* post("/mcp", body);
        assert.strictEqual(refused.status, status, body.slice(0, 60));
        assert.include(refused.text, code);
        assert.include(refused.text, '"jsonrpc":"2.0"');
      }
      const text = yield* send(port, "/mcp", { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" });
      assert.strictEqual(text.status, 415);
    })
  );
});
