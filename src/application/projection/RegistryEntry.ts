import * as Schema from "effect/Schema";
import { ClientKey } from "../../domain/client/authentication/ClientKey.ts";
import { HashedSecret, OldSecret } from "../../domain/client/authentication/ClientSecret.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import { ClientOrigin, ClientType, GrantType, TokenEndpointAuthMethod } from "../../domain/client/ClientEvent.ts";
import { ClientLifetimes } from "../../domain/client/ClientLifetimes.ts";

const StoredClient = Schema.Struct({
  clientId: Schema.String,
  name: Schema.String,
  type: ClientType,
  tokenEndpointAuthMethod: TokenEndpointAuthMethod,
  redirectUris: Schema.Array(Schema.String),
  scope: Schema.String,
  secret: Schema.NullOr(HashedSecret),
  secretCreatedAt: Schema.optionalWith(Schema.Int, { exact: true }),
  oldSecret: Schema.optionalWith(OldSecret, { exact: true }),
  origin: Schema.Literal(...ClientOrigin.literals, "metadata-document", "loopback"),
  grantTypes: Schema.Array(GrantType),
  jwks: Schema.NullOr(Schema.Array(ClientKey)),
  jwksUri: Schema.NullOr(Schema.String),
  dpopBoundAccessTokens: Schema.Boolean,
  withoutDpop: Schema.optionalWith(Schema.Literal(true), { exact: true }),
  requirePushedAuthorizationRequests: Schema.Boolean,
  registrationTokenHash: Schema.NullOr(Schema.String),
  registeredAt: Schema.NullOr(Schema.Int),
  lifetimes: Schema.optionalWith(ClientLifetimes, { exact: true }),
  mayAdminister: Schema.Boolean,
  documentDigest: Schema.NullOr(Schema.String)
} satisfies { readonly [Member in keyof RegisteredClient]: unknown });

/** A client in a snapshot of the registry, with the position of its registration. Secrets are hashes, as in the log. */
export const RegistryEntry = Schema.Struct({ registeredAt: Schema.Int, client: StoredClient });
