import * as Redacted from "effect/Redacted";
import type { DynamicRegistration } from "../../../../application/clients/registration/dynamicRegistration.ts";
import type { RegisteredClient } from "../../../../domain/client/Client.ts";
import { type HttpResponse, json, noStore } from "../../server/response/HttpResponse.ts";

const keysOf = ({ jwks, jwksUri }: RegisteredClient) => ({
  ...(jwks !== null && {
    jwks: {
      keys: jwks.map(({ kid, ...key }) => ({ ...key, ...(kid !== null && { kid }), use: "sig", alg: "ES256" }))
    }
  }),
  ...(jwksUri !== null && { jwks_uri: jwksUri })
});

const metadataOf = (client: RegisteredClient) => ({
  client_name: client.name,
  redirect_uris: client.redirectUris,
  grant_types: client.grantTypes,
  response_types: ["code"],
  scope: client.scope,
  token_endpoint_auth_method: client.tokenEndpointAuthMethod,
  ...(client.tokenEndpointAuthMethod === "private_key_jwt" && { token_endpoint_auth_signing_alg: "ES256" }),
  ...keysOf(client),
  dpop_bound_access_tokens: client.dpopBoundAccessTokens,
  require_pushed_authorization_requests: client.requirePushedAuthorizationRequests
});

/** Returns the registered metadata of a client (RFC 7591 section 3.2.1, RFC 7592 section 3). A secret does not expire. */
export const registrationResponse = (
  status: 200 | 201,
  { client, registrationToken, secret }: DynamicRegistration,
  publicUrl: string
): HttpResponse =>
  json(
    status,
    {
      client_id: client.clientId,
      ...(client.registeredAt !== null && { client_id_issued_at: Math.floor(client.registeredAt / 1000) }),
      ...(secret !== null && { client_secret: Redacted.value(secret) }),
      ...(client.secret !== null && { client_secret_expires_at: 0 }),
      registration_access_token: Redacted.value(registrationToken),
      registration_client_uri: `${publicUrl}/oauth/register/${client.clientId}`,
      ...metadataOf(client)
    },
    noStore
  );
