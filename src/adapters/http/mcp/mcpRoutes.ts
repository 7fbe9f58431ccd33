import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Runtime from "effect/Runtime";
import * as Schema from "effect/Schema";
import type { GraphqlCaller } from "../../../application/api/GraphqlApi.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { anonymousChallenge } from "../graphql/challenge.ts";
import { isDeepJson } from "../graphql/isDeepJson.ts";
import { requestViewer } from "../graphql/requestViewer.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";
import { withDpopNonce } from "../server/response/withDpopNonce.ts";
import type { Route } from "../server/routing/Route.ts";
import type { CallableTool } from "./mcpServer.ts";
import { type ToolServices, tools } from "./tools/tools.ts";

/** The path of the endpoint. */
const path = "/mcp";

const maxBodyBytes = 256 * 1024;
const maxNestingLevels = 200;

/** A refusal before the protocol is spoken, in its form: an error of JSON-RPC without an id. */
const refusal = (status: number, code: number, message: string, headers: HttpResponse["headers"] = {}): HttpResponse =>
  json(status, { jsonrpc: "2.0", error: { code, message }, id: null }, { ...noStore, ...headers });

const notJson = refusal(400, -32700, "The body is not JSON");
/** A batch, which the protocol no longer has, would multiply what one request may cost. */
const noBatch = refusal(400, -32600, "Send one message per request, not a batch");
const postOnly = refusal(405, -32000, "There are no sessions and no streams here: send each message with POST", {
  allow: "POST"
});
const later = refusal(503, -32000, "The service cannot reach its database right now; try again in a moment", {
  "retry-after": "1"
});

const parseJson = Schema.decodeUnknownEither(Schema.parseJson());

/** The library is loaded with the first message: most instances get none. */
const loadServer = Effect.promise(() => import("./mcpServer.ts"));

/** Some agents send only one of the two media types that the transport requires, and all of them read JSON. */
const transportHeaders = (request: HttpRequest): Headers => {
  const headers = new Headers({ accept: "application/json, text/event-stream" });
  for (const name of ["content-type", "mcp-protocol-version"]) {
    const value = request.header(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
};

const callable = (
  runtime: Runtime.Runtime<ToolServices>,
  caller: GraphqlCaller,
  onSignInNeeded: () => void
): ReadonlyArray<CallableTool> =>
  tools.map((tool) => ({
    ...tool,
    call: (given, signal) =>
      Runtime.runPromise(runtime)(
        Effect.tap(tool.call(given, caller), ({ _tag }) => {
          if (_tag === "SignInNeeded") onSignInNeeded();
        }),
        { signal }
      )
  }));

const answer = Effect.fnUntraced(function* (request: HttpRequest, parsedBody: unknown, caller: GraphqlCaller) {
  const publicUrl = yield* PublicUrl;
  const { answerMessage } = yield* loadServer;
  const signIn = { isNeeded: false };
  const callables = callable(yield* Effect.runtime<ToolServices>(), caller, () => {
    signIn.isNeeded = true;
  });
  const response = yield* Effect.promise(() =>
    answerMessage(
      new Request(`${publicUrl}${path}`, { method: "POST", headers: transportHeaders(request) }),
      parsedBody,
      callables
    )
  );
  const body = yield* Effect.promise(() => response.text());
  const contentType = response.headers.get("content-type");
  return {
    // With 401, an agent signs its user in and sends the message again (Model Context Protocol, "Authorization").
    status: signIn.isNeeded ? 401 : response.status,
    headers: {
      ...noStore,
      ...(contentType !== null && { "content-type": contentType }),
      ...(signIn.isNeeded && { "www-authenticate": anonymousChallenge(publicUrl) })
    },
    body: body === "" ? null : body
  } satisfies HttpResponse;
});

const handle = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const { challenge, refused, viewer } = yield* requestViewer(request);
    if (refused) {
      const headers = challenge === null ? {} : { "www-authenticate": challenge };
      return refusal(401, -32000, "The access token is not valid", headers);
    }
    const body = yield* request.body(maxBodyBytes);
    if (isDeepJson(body, maxNestingLevels)) return notJson;
    const parsed = parseJson(body.toString("utf8"));
    if (Either.isLeft(parsed)) return notJson;
    if (Array.isArray(parsed.right)) return noBatch;
    return yield* answer(request, parsed.right, { viewer, refused, admin: null });
  },
  Effect.catchTags({
    BodyRefused: ({ reason }) =>
      Effect.succeed(
        reason === "too-large" ? refusal(413, -32000, "The body must not be larger than 256 KiB") : notJson
      ),
    UseDpopNonce: () =>
      Effect.succeed(refusal(401, -32000, "Repeat the request with the nonce of the header DPoP-Nonce")),
    EventLogUnavailable: () => Effect.succeed(later)
  }),
  withDpopNonce
);

type Needs = Effect.Effect.Context<ReturnType<typeof handle>>;

/** Serves the Model Context Protocol: tools for agents that read Lexicons and run queries. */
export const mcpRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path, origins: "any", whenClientLeaves: "interrupt", handle },
  { methods: ["GET", "HEAD", "DELETE"], path, origins: "any", handle: () => Effect.succeed(postOnly) }
];
