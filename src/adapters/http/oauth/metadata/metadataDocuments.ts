import type { ClientTerms } from "../../../../application/clients/ClientPolicy.ts";
import { resourcesOf } from "../../../../domain/authorization/request/resourceIndicator.ts";
import { grantReaders } from "../token/readGrant.ts";

const scopes = ["atproto", "transition:generic"];

type Terms = Pick<ClientTerms, "registration">;

const withoutRevocation = (issuer: string, { registration }: Terms) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
  require_pushed_authorization_requests: false,
  ...(registration === "open" && { registration_endpoint: `${issuer}/oauth/register` }),
  client_id_metadata_document_supported: true,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  scopes_supported: scopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: [...grantReaders.keys()],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
  token_endpoint_auth_signing_alg_values_supported: ["ES256"],
  dpop_signing_alg_values_supported: ["ES256"],
  authorization_response_iss_parameter_supported: true,
  protected_resources: resourcesOf(issuer)
});

/** Returns the metadata of the authorization server, with exactly what it supports (RFC 8414, RFC 9126, RFC 9207, RFC 9449). */
export const authorizationServerMetadata = (issuer: string, terms: Terms) => {
  const metadata = withoutRevocation(issuer, terms);
  const methods = metadata.token_endpoint_auth_methods_supported;
  const algorithms = metadata.token_endpoint_auth_signing_alg_values_supported;
  return {
    ...metadata,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: methods.filter((method) => method !== "none"),
    introspection_endpoint_auth_signing_alg_values_supported: algorithms
  };
};

/** Returns the metadata of a protected resource by its path (RFC 9728 section 2). */
export const protectedResourceMetadata = (publicUrl: string, path: string) => ({
  resource: `${publicUrl}${path}`,
  authorization_servers: [publicUrl],
  jwks_uri: `${publicUrl}/.well-known/jwks.json`,
  scopes_supported: scopes,
  bearer_methods_supported: ["header"],
  dpop_signing_alg_values_supported: ["ES256"]
});
