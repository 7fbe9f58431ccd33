import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { Client } from "./Client.ts";
import {
  ClientDeleted,
  type ClientEvent,
  ClientRegistered,
  ClientSecretRotated,
  ClientUpdated
} from "./ClientEvent.ts";
import type { ClientId } from "./ClientId.ts";
import { type ClientProposal, checkProposal, type InvalidClient } from "./ClientProposal.ts";
import type { HashedSecret } from "./ClientSecret.ts";

/** A client that this instance does not have. */
export class ClientNotFound extends Schema.TaggedError<ClientNotFound>()("ClientNotFound", {
  clientId: Schema.String
}) {}

/** A secret was asked for a client that holds none. */
export class ClientHoldsNoSecret extends Schema.TaggedError<ClientHoldsNoSecret>()("ClientHoldsNoSecret", {
  clientId: Schema.String
}) {}

/** Registers a client; `secret` is kept for a confidential one. */
export const registerClient = (
  clientId: ClientId,
  proposal: ClientProposal,
  origin: "admin" | "operator",
  secret: HashedSecret | null
): Either.Either<ReadonlyArray<ClientEvent>, InvalidClient> =>
  Either.map(checkProposal(proposal), ({ name, type, redirectUris, scope, tokenEndpointAuthMethod }) => [
    new ClientRegistered({
      clientId,
      name: name.trim(),
      type,
      redirectUris,
      scope,
      origin,
      tokenEndpointAuthMethod: tokenEndpointAuthMethod ?? (type === "public" ? "none" : "client_secret_basic"),
      secret: type === "confidential" ? secret : null
    })
  ]);

/** Changes the name, redirect URIs or scope of a client; its type and its way to prove itself stay. */
export const updateClient = (
  state: Client,
  clientId: ClientId,
  change: Partial<Pick<ClientProposal, "name" | "redirectUris" | "scope">>
): Either.Either<ReadonlyArray<ClientEvent>, InvalidClient | ClientNotFound> => {
  if (state._tag !== "Registered") return Either.left(new ClientNotFound({ clientId }));
  return Either.map(checkProposal({ ...state.client, ...change }), ({ name, redirectUris, scope }) => [
    new ClientUpdated({ clientId, name: name.trim(), redirectUris, scope })
  ]);
};

/** Gives a confidential client another secret; the old one ends at once. */
export const rotateClientSecret = (
  state: Client,
  clientId: ClientId,
  secret: HashedSecret
): Either.Either<ReadonlyArray<ClientEvent>, ClientNotFound | ClientHoldsNoSecret> => {
  if (state._tag !== "Registered") return Either.left(new ClientNotFound({ clientId }));
  if (state.client.type === "public") return Either.left(new ClientHoldsNoSecret({ clientId }));
  return Either.right([new ClientSecretRotated({ clientId, secret })]);
};

/** Removes a client for good; its identifier is never given to another. */
export const deleteClient = (
  state: Client,
  clientId: ClientId
): Either.Either<ReadonlyArray<ClientEvent>, ClientNotFound> =>
  state._tag === "Registered"
    ? Either.right([new ClientDeleted({ clientId })])
    : Either.left(new ClientNotFound({ clientId }));
