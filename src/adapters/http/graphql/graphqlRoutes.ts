import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { signedInAdmin } from "../../../application/admin/adminSession.ts";
import { isAdminToken } from "../../../application/admin/isAdminToken.ts";
import { errorExtensions } from "../../../application/api/errorExtensions.ts";
import { type GraphqlAnswer, GraphqlApi, type GraphqlCaller } from "../../../application/api/GraphqlApi.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { asksForEvents } from "../live/stream/asksForEvents.ts";
import { eventResponse } from "../live/stream/eventResponse.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type CountedAs, type HttpResponse, noStore } from "../server/response/HttpResponse.ts";
import { withDpopNonce } from "../server/response/withDpopNonce.ts";
import type { Route } from "../server/routing/Route.ts";
import { sessionOf } from "../settings/adminOf.ts";
import { challenge } from "./challenge.ts";
import { anonymousBodyLimit, readGraphqlRequest } from "./readGraphqlRequest.ts";
import { anonymous, requestViewer } from "./requestViewer.ts";
import { jsonFormat, type ResponseFormat, responseFormat } from "./responseFormat.ts";
import { adminSchemaText, schemaText } from "./schemaText.ts";

const statuses: Readonly<Record<Exclude<GraphqlAnswer["outcome"], "rejected" | "document-unknown">, number>> = {
  executed: 200,
  "mutation-not-allowed": 405,
  "authentication-required": 401,
  unavailable: 503
};

/** Clients that stop using persisted documents after a 400 accept `application/json`, and get no 400 for it. */
const statusOf = ({ outcome }: Pick<GraphqlAnswer, "outcome">, { contentType, rejected }: ResponseFormat): number => {
  if (outcome === "document-unknown") return contentType.startsWith("application/json") ? 200 : 400;
  return outcome === "rejected" ? rejected : statuses[outcome];
};

const problem = (status: number, contentType: string, message: string, code: string): HttpResponse => ({
  status,
  headers: { "content-type": contentType, ...noStore },
  body: JSON.stringify({ errors: [{ message, extensions: errorExtensions(code) }] })
});

interface Caller extends GraphqlCaller {
  /** When the access token expires, in Unix milliseconds; null without a viewer. */
  readonly expiresAt: number | null;
  /** The value of `WWW-Authenticate` for an invalid credential. */
  readonly challenge: string | null;
}

const nobody: Caller = { ...anonymous, admin: null };

const isAnonymous = (request: HttpRequest): boolean =>
  request.header("authorization") === null && request.header("dpop") === null && request.header("cookie") === null;

const knownCaller = Effect.fnUntraced(function* (request: HttpRequest) {
  const who = yield* requestViewer(request);
  const { viewer } = who;
  if (viewer !== null && (yield* isAdminToken(viewer)))
    return { ...who, admin: { did: viewer.did, role: "owner" } } satisfies Caller;
  const session = yield* sessionOf(request);
  const admin = Option.getOrNull(Option.flatMap(session, signedInAdmin));
  return { ...who, session: Option.getOrNull(session), admin } satisfies Caller;
});

type Of = "execute" | "executeAdmin";

const countedAs = (
  { failed = false, operation = "query" }: Pick<GraphqlAnswer, "failed" | "operation">,
  of: Of
): CountedAs => ({
  kind: of === "executeAdmin" ? "admin" : operation === "mutation" ? "graphql-mutation" : "graphql-query",
  failed
});

const respond = (
  of: Of,
  answer: GraphqlAnswer<string | Uint8Array>,
  format: ResponseFormat,
  caller: Caller
): HttpResponse => ({
  counted: countedAs(answer, of),
  status: statusOf(answer, format),
  headers: {
    "content-type": format.contentType,
    ...noStore,
    ...(caller.challenge !== null && { "www-authenticate": caller.challenge }),
    ...(answer.outcome === "mutation-not-allowed" && { allow: "POST" }),
    ...(answer.outcome === "unavailable" && { "retry-after": "1" })
  },
  body: answer.body
});

const notAcceptable = "This is answered in application/json or application/graphql-response+json only";
const nonceNeeded = "Repeat the request with a proof that holds the nonce of the header DPoP-Nonce.";
const unreachable = "The service cannot reach its database right now; try again in a moment";

const readRequest = (request: HttpRequest, { admin, viewer }: Caller) =>
  readGraphqlRequest(request, viewer !== null || admin !== null ? "known" : "anonymous");

const respondTo = (of: Of, request: HttpRequest, caller: Caller, format: ResponseFormat) => {
  return Effect.flatMap(readRequest(request, caller), (given) =>
    Effect.flatMap(GraphqlApi, (api) =>
      Effect.map(api[of](given, caller), (answered) => respond(of, answered, format, caller))
    )
  );
};

/** A caller whose credential is not valid gets a response that says so, which a client of event streams can tell apart. */
const respondWithEvents = Effect.fnUntraced(function* (request: HttpRequest, caller: Caller, format: ResponseFormat) {
  const given = yield* readRequest(request, caller);
  if (caller.refused) {
    const api = yield* GraphqlApi;
    const subscribed = yield* Effect.scoped(api.subscribe(given, caller));
    if (subscribed._tag === "Answered") return respond("execute", subscribed.answer, format, caller);
  }
  const { expiresAt, viewer } = caller;
  const session = viewer === null || expiresAt === null ? null : { viewer, expiresAt };
  return yield* eventResponse({ request: given, caller, session, clientAddress: request.clientAddress });
});

const answer = (of: Of) => (request: HttpRequest) => {
  const accept = request.header("accept");
  const withEvents = of === "execute" && asksForEvents(accept);
  const format = withEvents ? jsonFormat : responseFormat(accept);
  if (format === null) return Effect.succeed(problem(406, "application/json", notAcceptable, "NOT_ACCEPTABLE"));
  const later = () => {
    const response = problem(503, format.contentType, unreachable, "UNAVAILABLE");
    return Effect.succeed({ ...response, headers: { ...response.headers, "retry-after": "1" } });
  };
  const respondAs = (caller: Caller) =>
    withEvents ? respondWithEvents(request, caller, format) : respondTo(of, request, caller, format);
  const responded = isAnonymous(request) ? respondAs(nobody) : Effect.flatMap(knownCaller(request), respondAs);
  return responded.pipe(
    Effect.catchTags({
      RequestMalformed: ({ status, reason }) =>
        Effect.succeed(problem(status, format.contentType, reason, "BAD_REQUEST")),
      UseDpopNonce: () =>
        Effect.map(PublicUrl, (publicUrl) => {
          const response = problem(401, format.contentType, nonceNeeded, "UNAUTHENTICATED");
          const headers = { ...response.headers, "www-authenticate": challenge(publicUrl, "use_dpop_nonce") };
          return { ...response, headers };
        }),
      EventLogUnavailable: later
    }),
    withDpopNonce
  );
};

/** An anonymous body is small, so that it is read before a fiber starts. That of another caller may be larger once the caller is known. */
const bodyFirst = (request: HttpRequest) => (isAnonymous(request) ? anonymousBodyLimit(request) : null);

type Needs = Effect.Effect.Context<ReturnType<ReturnType<typeof answer>>>;

/** Serves `/graphql` for everyone, `/admin/graphql` for admins, and the schemas as text (GraphQL over HTTP). */
export const graphqlRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["GET", "POST"], path: "/graphql", origins: "any", bodyFirst, handle: answer("execute") },
  { methods: ["GET", "POST"], path: "/admin/graphql", origins: "same", bodyFirst, handle: answer("executeAdmin") },
  { methods: ["GET", "HEAD"], path: "/schema.graphql", origins: "any", handle: schemaText },
  { methods: ["GET", "HEAD"], path: "/admin/schema.graphql", origins: "same", handle: adminSchemaText }
];
