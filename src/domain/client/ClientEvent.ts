import * as Schema from "effect/Schema";
import { ClientKey } from "./authentication/ClientKey.ts";
import { HashedSecret } from "./authentication/ClientSecret.ts";
import { ClientId } from "./ClientId.ts";
import { ClientLifetimes } from "./ClientLifetimes.ts";

/** Public clients cannot store a secret safely; confidential clients authenticate (RFC 6749 section 2.1). */
export const ClientType = Schema.Literal("public", "confidential");
export type ClientType = typeof ClientType.Type;

/** How a client authenticates at the token endpoint (RFC 7591 section 2). */
export const TokenEndpointAuthMethod = Schema.Literal(
  "none",
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt"
);
export type TokenEndpointAuthMethod = typeof TokenEndpointAuthMethod.Type;

/** What a client can redeem for tokens (RFC 7591 section 2). */
export const GrantType = Schema.Literal("authorization_code", "refresh_token");
export type GrantType = typeof GrantType.Type;

/** Who registered a client: an admin, the operator on the command line, or the client itself (RFC 7591). */
export const ClientOrigin = Schema.Literal("admin", "operator", "dynamic");
export type ClientOrigin = typeof ClientOrigin.Type;

const detailsOfV1 = {
  name: Schema.String,
  redirectUris: Schema.Array(Schema.String),
  scope: Schema.String
};

/**
 * The members of a client that can change. `address` was the network address of a client that changed itself; it is null
 * since events have a keyed hash of the address instead (`addressHash`).
 */
const details = {
  ...detailsOfV1,
  grantTypes: Schema.Array(GrantType),
  jwks: Schema.NullOr(Schema.Array(ClientKey)),
  jwksUri: Schema.NullOr(Schema.String),
  dpopBoundAccessTokens: Schema.Boolean,
  requirePushedAuthorizationRequests: Schema.Boolean,
  /** The SHA-256 of the token with which a client manages itself (RFC 7592); null for clients managed by others. */
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

/** Version 1 is from before clients could have keys and register themselves. */
export class ClientRegisteredV1 extends Schema.TaggedClass<ClientRegisteredV1>()("ClientRegistered.v1", {
  ...identity,
  ...detailsOfV1
}) {}

/** A client was registered. `registeredAt` is in Unix milliseconds. */
export class ClientRegistered extends Schema.TaggedClass<ClientRegistered>()("ClientRegistered.v2", {
  ...identity,
  ...details,
  registeredAt: Schema.Int
}) {}

/** Version 1 is from before clients could have keys and change themselves. */
export class ClientUpdatedV1 extends Schema.TaggedClass<ClientUpdatedV1>()("ClientUpdated.v1", {
  clientId: ClientId,
  ...detailsOfV1
}) {}

export class ClientUpdated extends Schema.TaggedClass<ClientUpdated>()("ClientUpdated.v2", {
  clientId: ClientId,
  ...details
}) {}

/** Version 1 is from before the old secret could stay valid for a time. It ended immediately. */
export class ClientSecretRotatedV1 extends Schema.TaggedClass<ClientSecretRotatedV1>()("ClientSecretRotated.v1", {
  clientId: ClientId,
  secret: HashedSecret
}) {}

/**
 * A client received a new secret. The one before it is accepted until `oldValidUntil`; null if it ended immediately. Any
 * still older one ended. Times are in Unix milliseconds.
 */
export class ClientSecretRotated extends Schema.TaggedClass<ClientSecretRotated>()("ClientSecretRotated.v2", {
  clientId: ClientId,
  secret: HashedSecret,
  rotatedAt: Schema.Int,
  oldValidUntil: Schema.NullOr(Schema.Int)
}) {}

/** The old secret of a client, which was accepted beside the new one, was revoked before it expired. */
export class ClientSecretRevoked extends Schema.TaggedClass<ClientSecretRevoked>()("ClientSecretRevoked.v1", {
  clientId: ClientId
}) {}

/** The lifetimes of the client's tokens and authorizations were set, in seconds; null for the general ones. */
export class ClientLifetimesSet extends Schema.TaggedClass<ClientLifetimesSet>()("ClientLifetimesSet.v1", {
  clientId: ClientId,
  ...ClientLifetimes.fields
}) {}

/** It was set whether accounts of `ADMIN_DIDS` can administer with access tokens of the client. */
export class ClientAdministrationSet extends Schema.TaggedClass<ClientAdministrationSet>()(
  "ClientAdministrationSet.v1",
  { clientId: ClientId, mayAdminister: Schema.Boolean }
) {}

/** A client was removed. `address` is present in events from before addresses were hashed, if the client removed itself. */
export class ClientDeleted extends Schema.TaggedClass<ClientDeleted>()("ClientDeleted.v1", {
  clientId: ClientId,
  address: Schema.optionalWith(Schema.String, { exact: true })
}) {}

/** The registration of a client that registered itself expired, because it was not used during its first day. */
export class ClientExpired extends Schema.TaggedClass<ClientExpired>()("ClientExpired.v1", {
  clientId: ClientId
}) {}

/** The events of a client. */
export const ClientEvent = Schema.Union(
  ClientRegisteredV1,
  ClientRegistered,
  ClientUpdatedV1,
  ClientUpdated,
  ClientSecretRotatedV1,
  ClientSecretRotated,
  ClientSecretRevoked,
  ClientLifetimesSet,
  ClientAdministrationSet,
  ClientDeleted,
  ClientExpired
);
export type ClientEvent = typeof ClientEvent.Type;
