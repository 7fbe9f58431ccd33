import * as Schema from "effect/Schema";
import { ClientKey } from "./authentication/ClientKey.ts";
import { HashedSecret } from "./authentication/ClientSecret.ts";
import { ClientId } from "./ClientId.ts";
import { ClientLifetimes } from "./ClientLifetimes.ts";

/** Public clients run where secrets cannot be kept; confidential ones prove who they are (RFC 6749 section 2.1). */
export const ClientType = Schema.Literal("public", "confidential");
export type ClientType = typeof ClientType.Type;

/** How a client proves itself at the token endpoint (RFC 7591 section 2). */
export const TokenEndpointAuthMethod = Schema.Literal(
  "none",
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt"
);
export type TokenEndpointAuthMethod = typeof TokenEndpointAuthMethod.Type;

/** What a client may redeem for tokens (RFC 7591 section 2). */
export const GrantType = Schema.Literal("authorization_code", "refresh_token");
export type GrantType = typeof GrantType.Type;

/** Who put a client on this instance: an admin, the operator's command line, or itself (RFC 7591). */
export const ClientOrigin = Schema.Literal("admin", "operator", "dynamic");
export type ClientOrigin = typeof ClientOrigin.Type;

const detailsOfV1 = {
  name: Schema.String,
  redirectUris: Schema.Array(Schema.String),
  scope: Schema.String
};

/** What may change about a client. `address` is that of a client which changed itself, null for everybody else. */
const details = {
  ...detailsOfV1,
  grantTypes: Schema.Array(GrantType),
  jwks: Schema.NullOr(Schema.Array(ClientKey)),
  jwksUri: Schema.NullOr(Schema.String),
  dpopBoundAccessTokens: Schema.Boolean,
  requirePushedAuthorizationRequests: Schema.Boolean,
  /** SHA-256 of the token by which a client manages itself (RFC 7592); null for those that others manage. */
  registrationTokenHash: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String)
};

const identity = {
  clientId: ClientId,
  type: ClientType,
  tokenEndpointAuthMethod: TokenEndpointAuthMethod,
  secret: Schema.NullOr(HashedSecret),
  origin: ClientOrigin
};

/** As it was before clients could have keys and register themselves. */
export class ClientRegisteredV1 extends Schema.TaggedClass<ClientRegisteredV1>()("ClientRegistered.v1", {
  ...identity,
  ...detailsOfV1
}) {}

/** `registeredAt` in Unix milliseconds. */
export class ClientRegistered extends Schema.TaggedClass<ClientRegistered>()("ClientRegistered.v2", {
  ...identity,
  ...details,
  registeredAt: Schema.Int
}) {}

/** As it was before clients could have keys and change themselves. */
export class ClientUpdatedV1 extends Schema.TaggedClass<ClientUpdatedV1>()("ClientUpdated.v1", {
  clientId: ClientId,
  ...detailsOfV1
}) {}

export class ClientUpdated extends Schema.TaggedClass<ClientUpdated>()("ClientUpdated.v2", {
  clientId: ClientId,
  ...details
}) {}

export class ClientSecretRotated extends Schema.TaggedClass<ClientSecretRotated>()("ClientSecretRotated.v1", {
  clientId: ClientId,
  secret: HashedSecret
}) {}

/** How long what the client gets is good, in seconds; null for what holds for all. */
export class ClientLifetimesSet extends Schema.TaggedClass<ClientLifetimesSet>()("ClientLifetimesSet.v1", {
  clientId: ClientId,
  ...ClientLifetimes.fields
}) {}

/** Whether access tokens of the client may administer, for accounts of `ADMIN_DIDS`. */
export class ClientAdministrationSet extends Schema.TaggedClass<ClientAdministrationSet>()(
  "ClientAdministrationSet.v1",
  { clientId: ClientId, mayAdminister: Schema.Boolean }
) {}

/** `address` is there when a client removed itself. */
export class ClientDeleted extends Schema.TaggedClass<ClientDeleted>()("ClientDeleted.v1", {
  clientId: ClientId,
  address: Schema.optionalWith(Schema.String, { exact: true })
}) {}

/** A client that registered itself ended, because nobody used it in its first day. */
export class ClientExpired extends Schema.TaggedClass<ClientExpired>()("ClientExpired.v1", {
  clientId: ClientId
}) {}

/** What happens to a client. */
export const ClientEvent = Schema.Union(
  ClientRegisteredV1,
  ClientRegistered,
  ClientUpdatedV1,
  ClientUpdated,
  ClientSecretRotated,
  ClientLifetimesSet,
  ClientAdministrationSet,
  ClientDeleted,
  ClientExpired
);
export type ClientEvent = typeof ClientEvent.Type;
