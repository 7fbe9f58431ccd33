import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { strictJson } from "../../../domain/json/strictJson.ts";
import { isJson, type OutboundHttp } from "../../../domain/outbound/OutboundHttp.ts";
import type { UpstreamFailure } from "../../../domain/session/UpstreamAuthorization.ts";
import type { UpstreamServer } from "../../../domain/session/UpstreamServer.ts";
import type { UpstreamClient } from "./UpstreamClient.ts";
import { failure, upstreamFailureFrom, upstreamRefusal } from "./upstreamFailure.ts";

/** RFC 9728 section 2; AT Protocol OAuth allows one authorization server. */
const ResourceMetadata = strictJson(
  Schema.Struct({ resource: Schema.String, authorization_servers: Schema.Tuple(Schema.String) })
);

const including = (...wanted: ReadonlyArray<string>) =>
  Schema.Array(Schema.String).pipe(Schema.filter((values) => wanted.every((value) => values.includes(value))));

/** RFC 8414 section 2, with the members that AT Protocol OAuth requires and the service uses. */
const ServerMetadata = strictJson(
  Schema.Struct({
    issuer: Schema.String,
    authorization_endpoint: Schema.String,
    token_endpoint: Schema.String,
    pushed_authorization_request_endpoint: Schema.String,
    revocation_endpoint: Schema.optional(Schema.String),
    response_types_supported: including("code"),
    grant_types_supported: including("authorization_code", "refresh_token"),
    code_challenge_methods_supported: including("S256"),
    token_endpoint_auth_methods_supported: Schema.Array(Schema.String),
    token_endpoint_auth_signing_alg_values_supported: Schema.optional(Schema.Array(Schema.String)),
    dpop_signing_alg_values_supported: including("ES256"),
    scopes_supported: including("atproto"),
    authorization_response_iss_parameter_supported: Schema.Literal(true),
    require_pushed_authorization_requests: Schema.Literal(true),
    client_id_metadata_document_supported: Schema.Literal(true)
  })
);
type ServerMetadata = typeof ServerMetadata.Type;

const metadata = Effect.fnUntraced(function* <A>(
  http: OutboundHttp["Type"],
  url: string,
  schema: Schema.Schema<A, string>
) {
  const response = yield* Effect.mapError(
    http.send({ method: "GET", url, headers: { accept: "application/json" } }),
    (unanswered) => {
      const failed = upstreamFailureFrom(unanswered);
      return failed.reason === "malformed" ? failure("metadata-invalid") : failed;
    }
  );
  if (response.status === 429 || response.status >= 500) return yield* upstreamRefusal(response);
  if (response.status !== 200 || !isJson(response)) return yield* failure("metadata-invalid");
  return yield* Effect.mapError(Schema.decode(schema)(response.body), () => failure("metadata-invalid"));
});

/** The maximum length of an endpoint URL, which with the request must fit into a header. */
const maxUrlLength = 2_048;

/** Whether a text is an origin without a path or trailing slash (AT Protocol OAuth, issuer). */
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).origin === text && new URL(text).hostname.length <= 253;

/**
 * Whether a URL has the origin of the issuer. No server needs another origin, and a foreign endpoint would receive codes,
 * assertions or users (RFC 9700 section 4.4).
 */
const isEndpoint = (issuer: string, text: string): boolean => {
  if (text.length > maxUrlLength || !URL.canParse(text)) return false;
  const { hash, origin, password, username } = new URL(text);
  return origin === issuer && `${hash}${username}${password}` === "";
};

const acceptsClient = (server: ServerMetadata, method: UpstreamClient["authenticationMethod"]): boolean =>
  server.token_endpoint_auth_methods_supported.includes(method) &&
  (method === "none" || server.token_endpoint_auth_signing_alg_values_supported?.includes("ES256") === true);

const serverOf = (metadata: ServerMetadata): UpstreamServer => ({
  issuer: metadata.issuer,
  authorizationEndpoint: metadata.authorization_endpoint,
  tokenEndpoint: metadata.token_endpoint,
  pushedAuthorizationRequestEndpoint: metadata.pushed_authorization_request_endpoint,
  revocationEndpoint: metadata.revocation_endpoint ?? null
});

const endpointsOf = (server: UpstreamServer): ReadonlyArray<string> => [
  server.authorizationEndpoint,
  server.tokenEndpoint,
  server.pushedAuthorizationRequestEndpoint,
  ...(server.revocationEndpoint === null ? [] : [server.revocationEndpoint])
];

type Http = OutboundHttp["Type"];
type Method = UpstreamClient["authenticationMethod"];
type Found = Effect.Effect<UpstreamServer, UpstreamFailure>;

const readServer: (http: Http, method: Method, issuer: string) => Found = Effect.fnUntraced(
  function* (http, method, issuer) {
    const found = yield* metadata(http, `${issuer}/.well-known/oauth-authorization-server`, ServerMetadata);
    const server = serverOf(found);
    if (server.issuer !== issuer || !acceptsClient(found, method)) return yield* failure("metadata-invalid");
    if (!endpointsOf(server).every((endpoint) => isEndpoint(issuer, endpoint))) {
      return yield* failure("metadata-invalid");
    }
    return server;
  }
);

/**
 * Discovers the authorization server of a PDS: the resource metadata must name itself and one issuer, whose metadata must
 * name itself and support what AT Protocol OAuth requires. Names are compared as text.
 */
export const discoverServer: (http: Http, method: Method, pds: string) => Found = Effect.fnUntraced(
  function* (http, method, pds) {
    if (!isOrigin(pds)) return yield* failure("metadata-invalid");
    const resource = yield* metadata(http, `${pds}/.well-known/oauth-protected-resource`, ResourceMetadata);
    const [issuer] = resource.authorization_servers;
    if (resource.resource !== pds || !isOrigin(issuer)) return yield* failure("metadata-invalid");
    return yield* readServer(http, method, issuer);
  }
);

/** Discovers the authorization server for a server named by a user: a PDS, or an authorization server shared by PDSes. */
export const discoverNamed = (http: Http, method: Method, server: string): Found =>
  Effect.catchIf(
    discoverServer(http, method, server),
    ({ reason }) => reason === "metadata-invalid" && isOrigin(server),
    () => readServer(http, method, server)
  );
