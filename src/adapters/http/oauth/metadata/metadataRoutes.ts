import * as Effect from "effect/Effect";
import { ClientPolicy } from "../../../../application/clients/ClientPolicy.ts";
import { PublicUrl } from "../../../../application/instance/PublicUrl.ts";
import { resourcePaths } from "../../../../domain/authorization/request/resourceIndicator.ts";
import { AccessTokens } from "../../../../domain/authorization/token/AccessTokens.ts";
import { UpstreamAuthorization } from "../../../../domain/session/UpstreamAuthorization.ts";
import { json } from "../../server/response/HttpResponse.ts";
import type { Route } from "../../server/routing/Route.ts";
import { authorizationServerMetadata, protectedResourceMetadata } from "./metadataDocuments.ts";

const document = <R>(path: string, content: Effect.Effect<unknown, never, R>): Route<R> => ({
  methods: ["GET", "HEAD"],
  path,
  origins: "any",
  handle: () => Effect.map(content, (value) => json(200, value, { "cache-control": "public, max-age=300" }))
});

const serverMetadata = Effect.zipWith(PublicUrl, ClientPolicy, authorizationServerMetadata);
const publicKeys = Effect.map(AccessTokens, (tokens) => tokens.publicKeys);
const clientMetadata = Effect.map(UpstreamAuthorization, (upstream) => upstream.clientMetadata);

/** Cached as long as the documents, so that a client that tries several URLs requests each once (RFC 9111 section 4.2.2). */
const nothingHere = json(404, { error: "not_found" }, { "cache-control": "public, max-age=300" });

const absent = (path: string): Route<never> => ({
  methods: ["GET", "HEAD"],
  path,
  origins: "any",
  handle: () => Effect.succeed(nothingHere)
});

const resourceMetadata = resourcePaths.map((path) =>
  document(
    `/.well-known/oauth-protected-resource${path}`,
    Effect.map(PublicUrl, (publicUrl) => protectedResourceMetadata(publicUrl, path))
  )
);

/**
 * The URLs that clients try for an issuer or a resource with a path (RFC 8414 section 3, RFC 9728 section 3.1, OpenID Connect
 * Discovery section 4). The issuer has no path, so there is no document at any of them.
 */
const pathSuffixed = [
  "/.well-known/oauth-authorization-server/*",
  "/.well-known/openid-configuration/*",
  "/.well-known/oauth-protected-resource/*",
  ...resourcePaths.filter((path) => path !== "").map((path) => `${path}/.well-known/*`)
].map(absent);

/** The routes of the metadata documents for apps and PDSes (RFC 8414, RFC 9728, RFC 7517, AT Protocol OAuth). */
export const metadataRoutes: ReadonlyArray<Route<PublicUrl | AccessTokens | ClientPolicy | UpstreamAuthorization>> = [
  document("/.well-known/oauth-authorization-server", serverMetadata),
  // The same document, as RFC 8414 section 5 allows. It declares no ID tokens, so it is not mistaken for OpenID Connect.
  document("/.well-known/openid-configuration", serverMetadata),
  ...resourceMetadata,
  ...pathSuffixed,
  document("/.well-known/jwks.json", publicKeys),
  document("/oauth/jwks.json", publicKeys),
  document("/oauth/oauth-client-metadata.json", clientMetadata),
  document("/oauth-client-metadata.json", clientMetadata)
];
