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
  ClientUpdated,
  type TokenEndpointAuthMethod
} from "../ClientEvent.ts";
import type { ClientId } from "../ClientId.ts";
import { type ClientLifetimes, checkLifetimes, type InvalidLifetimes } from "../ClientLifetimes.ts";
import { type ClientProposal, checkProposal, InvalidClient } from "./ClientProposal.ts";

/** A client is not registered at this instance. */
export class ClientNotFound extends Schema.TaggedError<ClientNotFound>()("ClientNotFound", {
  clientId: Schema.String
}) {}

/** What is recorded of a registration in addition to the proposal. */
export interface Registration {
  readonly origin: ClientOrigin;
  /** Stored if the client authenticates with a secret. */
  readonly secret: HashedSecret | null;
  /** The SHA-256 of the token with which the client can manage itself; null for clients managed by others. */
  readonly registrationTokenHash: string | null;
  /** In Unix milliseconds. */
  readonly now: number;
}

/** Whether a client authenticates with a secret. */
export const holdsSecret = (method: TokenEndpointAuthMethod): boolean =>
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
      message: "cannot be set for a client that registered itself: register a client here that can administer."
    }
  ]
});

/** The event that allows or forbids administration by a client; none if nothing changes. */
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

/** Returns the events that register a client, or the faults of the proposal. */
export const registerClient = (
  clientId: ClientId,
  proposal: ClientProposal,
  { now, origin, registrationTokenHash, secret }: Registration
): Either.Either<ReadonlyArray<ClientEvent>, InvalidClient> =>
  Either.map(
    Either.all([
      // Only a client that registers itself can be public without DPoP; whether that is allowed was decided before.
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
          address: null,
          registeredAt: now
        }),
        ...administration
      ];
    }
  );

/** A change of a client, by others or by itself: of everything except its type and its authentication method. */
export type ClientChange = Partial<Omit<ClientProposal, "type" | "tokenEndpointAuthMethod">>;

/** Returns the events that change a client. Members that are left out stay as they are. */
export const updateClient = (
  state: Client,
  clientId: ClientId,
  change: ClientChange,
  by: { readonly registrationTokenHash: string } | null = null
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
      const updated = { ...detailsOf(proposal), registrationTokenHash, address: null };
      return [new ClientUpdated({ clientId, ...updated }), ...administration];
    }
  );
};

/** Returns the event that sets the lifetimes of a client's tokens and authorizations. */
export const setClientLifetimes = (
  state: Client,
  clientId: ClientId,
  lifetimes: ClientLifetimes
): Either.Either<ReadonlyArray<ClientEvent>, ClientNotFound | InvalidLifetimes> =>
  state._tag === "Registered"
    ? Either.map(checkLifetimes(lifetimes), (checked) => [new ClientLifetimesSet({ clientId, ...checked })])
    : Either.left(new ClientNotFound({ clientId }));

/** Returns the event that removes a client permanently. Its id is never assigned again. */
export const deleteClient = (
  state: Client,
  clientId: ClientId
): Either.Either<ReadonlyArray<ClientEvent>, ClientNotFound> =>
  state._tag === "Registered"
    ? Either.right([new ClientDeleted({ clientId })])
    : Either.left(new ClientNotFound({ clientId }));
