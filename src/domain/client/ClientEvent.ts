import * as Schema from "effect/Schema";
import { ClientId } from "./ClientId.ts";
import { HashedSecret } from "./ClientSecret.ts";

/** Public clients run where secrets cannot be kept; confidential ones hold a secret (RFC 6749 section 2.1). */
export const ClientType = Schema.Literal("public", "confidential");
export type ClientType = typeof ClientType.Type;

/** How a client proves itself at the token endpoint (RFC 7591 section 2). */
export const TokenEndpointAuthMethod = Schema.Literal("none", "client_secret_basic", "client_secret_post");
export type TokenEndpointAuthMethod = typeof TokenEndpointAuthMethod.Type;

/** Who put a client on this instance: an admin, or the operator's command line. */
export const ClientOrigin = Schema.Literal("admin", "operator");

const details = {
  name: Schema.String,
  redirectUris: Schema.Array(Schema.String),
  scope: Schema.String
};

export class ClientRegistered extends Schema.TaggedClass<ClientRegistered>()("ClientRegistered.v1", {
  clientId: ClientId,
  type: ClientType,
  tokenEndpointAuthMethod: TokenEndpointAuthMethod,
  secret: Schema.NullOr(HashedSecret),
  origin: ClientOrigin,
  ...details
}) {}

export class ClientUpdated extends Schema.TaggedClass<ClientUpdated>()("ClientUpdated.v1", {
  clientId: ClientId,
  ...details
}) {}

export class ClientSecretRotated extends Schema.TaggedClass<ClientSecretRotated>()("ClientSecretRotated.v1", {
  clientId: ClientId,
  secret: HashedSecret
}) {}

export class ClientDeleted extends Schema.TaggedClass<ClientDeleted>()("ClientDeleted.v1", { clientId: ClientId }) {}

/** What happens to a client. */
export const ClientEvent = Schema.Union(ClientRegistered, ClientUpdated, ClientSecretRotated, ClientDeleted);
export type ClientEvent = typeof ClientEvent.Type;
