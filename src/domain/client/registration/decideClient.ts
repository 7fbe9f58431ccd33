import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { HashedSecret } from "../authentication/ClientSecret.ts";
import { isPublicBearer } from "../authentication/PublicBearer.ts";
import { type Client, isRegisteredByOperator, type RegisteredClient } from "../Client.ts";
import {
  ClientAdministrationSet,
  ClientDeleted,
  type ClientEvent,
  ClientLifetimesSet,
  type ClientOrigin,
  ClientRegistered,
  ClientSecretRotated,
  ClientUpdated,
  type TokenEndpointAuthMethod
} from "../ClientEvent.ts";
import type { ClientId } from "../ClientId.ts";
import { type ClientLifetimes, checkLifetimes, type InvalidLifetimes } from "../ClientLifetimes.ts";
import { type ClientProposal, checkProposal, InvalidClient } from "./ClientProposal.ts";

/** A client that this instance does not have. */
export class ClientNotFound extends Schema.TaggedError<ClientNotFound>()("ClientNotFound", {
  clientId: Schema.String
}) {}

/** A secret was asked for a client that holds none. */
export class ClientHoldsNoSecret extends Schema.TaggedError<ClientHoldsNoSecret>()("ClientHoldsNoSecret", {
  clientId: Schema.String
}) {}

/** What is recorded beside a proposal. */
export interface Registration {
  readonly origin: ClientOrigin;
  /** Kept for a client that proves itself by one. */
  readonly secret: HashedSecret | null;
  /** Of the token by which the client may manage itself; null when others do. */
  readonly registrationTokenHash: string | null;
  readonly address: string | null;
  /** Unix milliseconds. */
  readonly now: number;
}

const holdsSecret = (method: TokenEndpointAuthMethod): boolean =>
  method === "client_secret_basic" || method === "client_secret_post";

const detailsOf = (proposal: ClientProposal) => ({
  name: proposal.name.trim(),
  redirectUris: proposal.redirectUris,
  scope: proposal.scope,
  grantTypes: proposal.grantTypes ?? (["authorization_code", "refresh_token"] as const),
  jwks: proposal.jwks ?? null,
  jwksUri: proposal.jwksUri ?? null,
  dpopBoundAccessTokens: proposal.dpopBoundAccessTokens ?? proposal.type === "public",
  requirePushedAuthorizationRequests: proposal.requirePushedAuthorizationRequests ?? false
});

const notRegisteredByOperator = new InvalidClient({
  faults: [
    {
      field: "mayAdminister",
      message: "cannot be set for a client that registered itself: register one here that may administer."
    }
  ]
});

/** The event that lets a client administer, or no longer; none where nothing changes. */
const administrationOf = (
  clientId: ClientId,
  client: Pick<RegisteredClient, "origin" | "mayAdminister">,
  wanted: boolean | undefined
): Either.Either<ReadonlyArray<ClientEvent>, InvalidClient> => {
  if (wanted === undefined || wanted === client.mayAdminister) return Either.right([]);
  return wanted && !isRegisteredByOperator(client)
    ? Either.left(notRegisteredByOperator)
    : Either.right([new ClientAdministrationSet({ clientId, mayAdminister: wanted })]);
};

/** Registers a client. */
export const registerClient = (
  clientId: ClientId,
  proposal: ClientProposal,
  { address, now, origin, registrationTokenHash, secret }: Registration
): Either.Either<ReadonlyArray<ClientEvent>, InvalidClient> =>
  Either.map(
    Either.all([
      // Only a client that registers itself can be public without DPoP, and whether that is allowed was decided before.
      checkProposal(proposal, { publicBearer: origin === "dynamic" }),
      administrationOf(clientId, { origin, mayAdminister: false }, proposal.mayAdminister)
    ]),
    ([{ tokenEndpointAuthMethod, type }, administration]) => {
      const method = tokenEndpointAuthMethod ?? (type === "public" ? "none" : "client_secret_basic");
      return [
        new ClientRegistered({
          clientId,
          type,
          origin,
          tokenEndpointAuthMethod: method,
          secret: holdsSecret(method) ? secret : null,
          ...detailsOf(proposal),
          registrationTokenHash,
          address,
          registeredAt: now
        }),
        ...administration
      ];
    }
  );

/** What can be changed about a client, by others or by itself: everything but its type and its way to prove itself. */
export type ClientChange = Partial<Omit<ClientProposal, "type" | "tokenEndpointAuthMethod">>;

/** Changes a client; what is left out stays. */
export const updateClient = (
  state: Client,
  clientId: ClientId,
  change: ClientChange,
  by: { readonly registrationTokenHash: string; readonly address: string } | null = null
): Either.Either<ReadonlyArray<ClientEvent>, InvalidClient | ClientNotFound> => {
  if (state._tag !== "Registered") return Either.left(new ClientNotFound({ clientId }));
  const { registrationTokenHash } = by ?? state.client;
  const { mayAdminister, ...details } = change;
  return Either.map(
    Either.all([
      checkProposal({ ...state.client, ...details }, { publicBearer: isPublicBearer(state.client) }),
      administrationOf(clientId, state.client, mayAdminister)
    ]),
    ([proposal, administration]) => {
      if (mayAdminister !== undefined && Object.keys(details).length === 0) return administration;
      const updated = { ...detailsOf(proposal), registrationTokenHash, address: by?.address ?? null };
      return [new ClientUpdated({ clientId, ...updated }), ...administration];
    }
  );
};

/** Gives a confidential client another secret; the old one ends at once. */
export const rotateClientSecret = (
  state: Client,
  clientId: ClientId,
  secret: HashedSecret
): Either.Either<ReadonlyArray<ClientEvent>, ClientNotFound | ClientHoldsNoSecret> => {
  if (state._tag !== "Registered") return Either.left(new ClientNotFound({ clientId }));
  if (!holdsSecret(state.client.tokenEndpointAuthMethod)) return Either.left(new ClientHoldsNoSecret({ clientId }));
  return Either.right([new ClientSecretRotated({ clientId, secret })]);
};

/** Sets how long what a client gets is good. */
export const setClientLifetimes = (
  state: Client,
  clientId: ClientId,
  lifetimes: ClientLifetimes
): Either.Either<ReadonlyArray<ClientEvent>, ClientNotFound | InvalidLifetimes> =>
  state._tag === "Registered"
    ? Either.map(checkLifetimes(lifetimes), (checked) => [new ClientLifetimesSet({ clientId, ...checked })])
    : Either.left(new ClientNotFound({ clientId }));

/** Removes a client for good; its identifier is never given to another. */
export const deleteClient = (
  state: Client,
  clientId: ClientId,
  address: string | null = null
): Either.Either<ReadonlyArray<ClientEvent>, ClientNotFound> =>
  state._tag === "Registered"
    ? Either.right([new ClientDeleted({ clientId, ...(address !== null && { address }) })])
    : Either.left(new ClientNotFound({ clientId }));
