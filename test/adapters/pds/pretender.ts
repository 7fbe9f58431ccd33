import type { ServerResponse } from "node:http";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { layer as serverNonces } from "../../../src/adapters/memory/stores/ServerNoncesMemory.ts";
import { layer as outbound } from "../../../src/adapters/outbound/OutboundHttpUndici.ts";
import { layer as upstream } from "../../../src/adapters/pds/oauth/UpstreamAuthorizationOauth4webapi.ts";
import { layer as repositoryXrpc } from "../../../src/adapters/pds/repository/RepositoryXrpc.ts";
import { json, scriptedServer } from "../../support/scriptedServer.ts";
import { longTimeouts } from "../../support/withShortTimeouts.ts";
import { confidentialClient, loopbackClient } from "./upstreamClients.ts";

const guarded = Layer.merge(outbound({ allowLoopback: true, ...longTimeouts }), serverNonces);
const hasty = Layer.merge(outbound({ allowLoopback: true, headersWithin: 200, completeWithin: 400 }), serverNonces);

/** The adapters, for each kind of client, with the time that a busy machine needs. */
export const loopback = Layer.provide(upstream({ client: loopbackClient }), guarded);
export const confidential = Layer.unwrapEffect(
  Effect.map(confidentialClient, (client) => Layer.provide(upstream({ client }), guarded))
);

export const repository = Layer.provide(repositoryXrpc, guarded);

/** The adapters under limits that a test can wait for. */
export const impatient = {
  loopback: Layer.provide(upstream({ client: loopbackClient }), hasty),
  repository: Layer.provide(repositoryXrpc, hasty)
};

/** Why a call failed. */
export const reason = <A, R>(call: Effect.Effect<A, { readonly reason: string }, R>) =>
  Effect.map(Effect.flip(call), (failure) => failure.reason);

export type Answers = Record<string, (response: ServerResponse, url: string) => void>;

/** A server that is a PDS and its authorization server, but for what a test scripts otherwise. */
export const pretender = (answers: Answers = {}) =>
  scriptedServer((request, response) => {
    const url = `http://${request.headers.host}`;
    const path = request.url ?? "";
    const answer = answers[path] ?? good[path];
    return answer === undefined ? response.writeHead(404).end() : answer(response, url);
  });

export const resourceMetadata = (url: string) => ({ resource: url, authorization_servers: [url] });
export const serverMetadata = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  pushed_authorization_request_endpoint: `${url}/par`,
  revocation_endpoint: `${url}/revoke`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
  token_endpoint_auth_signing_alg_values_supported: ["ES256"],
  dpop_signing_alg_values_supported: ["ES256"],
  scopes_supported: ["atproto", "transition:generic"],
  authorization_response_iss_parameter_supported: true,
  require_pushed_authorization_requests: true,
  client_id_metadata_document_supported: true
});
export const tokens = {
  access_token: "access",
  refresh_token: "refresh",
  token_type: "DPoP",
  expires_in: 60,
  scope: "atproto",
  sub: "did:plc:ewvi7nxzyoun6zhxrhs64oiz"
};

export const resourcePath = "/.well-known/oauth-protected-resource";
export const serverPath = "/.well-known/oauth-authorization-server";
const good: Answers = {
  [resourcePath]: (response, url) => json(response, resourceMetadata(url)),
  [serverPath]: (response, url) => json(response, serverMetadata(url)),
  "/par": (response) => json(response, { request_uri: "urn:example:1", expires_in: 60 }, 201),
  "/token": (response) => json(response, tokens),
  "/revoke": (response) => json(response, {})
};

export const html = (response: ServerResponse) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<html>secret</html>");
export const redirect = (response: ServerResponse) => response.writeHead(302, { location: "/elsewhere" }).end();
