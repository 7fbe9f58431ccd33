import * as Effect from "effect/Effect";
import { ClientPolicy } from "../../../application/clients/ClientPolicy.ts";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import { AccessTokens } from "../../../domain/authorization/AccessTokens.ts";
import { UpstreamAuthorization } from "../../../domain/session/UpstreamAuthorization.ts";
import { json } from "../server/HttpResponse.ts";
import type { Route } from "../server/Route.ts";
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

/** The documents by which apps and PDSes learn what this service is (RFC 8414, RFC 9728, RFC 7517, AT Protocol OAuth). */
export const metadataRoutes: ReadonlyArray<Route<PublicUrl | AccessTokens | UpstreamAuthorization>> = [
  document("/.well-known/oauth-authorization-server", serverMetadata),
  document("/.well-known/oauth-protected-resource", Effect.map(PublicUrl, protectedResourceMetadata)),
  document("/.well-known/jwks.json", publicKeys),
  document("/oauth/jwks.json", publicKeys),
  document("/oauth/oauth-client-metadata.json", clientMetadata),
  document("/oauth-client-metadata.json", clientMetadata)
];
