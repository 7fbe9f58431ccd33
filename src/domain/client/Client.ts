import * as Data from "effect/Data";
import type { ClientKey } from "./authentication/ClientKey.ts";
import type { HashedSecret } from "./authentication/ClientSecret.ts";
import type { ClientEvent, ClientOrigin, ClientType, GrantType, TokenEndpointAuthMethod } from "./ClientEvent.ts";
import type { ClientId } from "./ClientId.ts";
import type { ClientLifetimes } from "./ClientLifetimes.ts";

/** A client that may ask for authorizations: one that the registry holds, or one that its own address describes. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly name: string;
  readonly type: ClientType;
  readonly tokenEndpointAuthMethod: TokenEndpointAuthMethod;
  readonly redirectUris: ReadonlyArray<string>;
  readonly scope: string;
  readonly secret: HashedSecret | null;
  /** `metadata-document` and `loopback` clients are in no registry: their id says all of it, or where it is. */
  readonly origin: ClientOrigin | "metadata-document" | "loopback";
  readonly grantTypes: ReadonlyArray<GrantType>;
  /** The keys of `private_key_jwt`, or else the address where they are. */
  readonly jwks: ReadonlyArray<ClientKey> | null;
  readonly jwksUri: string | null;
  /** Whether tokens are given out against a proof of a key only (RFC 9449 section 5.2). */
  readonly dpopBoundAccessTokens: boolean;
  /** True when a public client did not say that it proves a key, and the operator allows no tokens without. */
  readonly withoutDpop?: true;
  /** Whether the client may only ask by pushed requests (RFC 9126 section 6). */
  readonly requirePushedAuthorizationRequests: boolean;
  /** SHA-256 of the token by which the client manages itself (RFC 7592); null where others do. */
  readonly registrationTokenHash: string | null;
  /** Unix milliseconds; null for those of before it was recorded, and for those in no registry. */
  readonly registeredAt: number | null;
  /** How long what it gets is good, where that was set for this client. */
  readonly lifetimes?: ClientLifetimes;
  /** Whether its access tokens administer, for accounts of `ADMIN_DIDS`; only an admin or the operator sets it. */
  readonly mayAdminister: boolean;
  /** SHA-256 of the metadata document that this was read from; null for all other clients. */
  readonly documentDigest: string | null;
}

export type Client = Data.TaggedEnum<{
  Unknown: {};
  Registered: { readonly client: RegisteredClient };
  Deleted: { readonly clientId: ClientId };
}>;
export const Client = Data.taggedEnum<Client>();

export const initialClient: Client = Client.Unknown();

/** Whether somebody of this instance answers for a client; for any other the person who signs in is asked. */
export const isRegisteredByOperator = ({ origin }: Pick<RegisteredClient, "origin">): boolean =>
  origin === "admin" || origin === "operator";

const change = (state: Client, patch: Partial<RegisteredClient>): Client =>
  state._tag === "Registered" ? Client.Registered({ client: { ...state.client, ...patch } }) : state;

/** What clients were that could not say more. */
const beforeV2 = (type: ClientType) => ({
  grantTypes: ["authorization_code", "refresh_token"] as const,
  jwks: null,
  jwksUri: null,
  dpopBoundAccessTokens: type === "public",
  requirePushedAuthorizationRequests: false,
  registrationTokenHash: null,
  registeredAt: null
});

const register = (state: Client, client: Omit<RegisteredClient, "documentDigest" | "mayAdminister">): Client =>
  state._tag === "Unknown"
    ? Client.Registered({ client: { ...client, mayAdminister: false, documentDigest: null } })
    : state;

/** What a client is after an event. Total: an event that does not fit its state changes nothing. */
export const evolveClient = (state: Client, event: ClientEvent): Client => {
  switch (event._tag) {
    case "ClientRegistered.v1": {
      const { _tag, ...client } = event;
      return register(state, { ...beforeV2(client.type), ...client });
    }
    case "ClientRegistered.v2": {
      const { _tag, address, ...client } = event;
      return register(state, client);
    }
    case "ClientUpdated.v1":
      return change(state, { name: event.name, redirectUris: event.redirectUris, scope: event.scope });
    case "ClientUpdated.v2": {
      const { _tag, address, clientId, ...patch } = event;
      return change(state, patch);
    }
    case "ClientSecretRotated.v1":
      return change(state, { secret: event.secret });
    case "ClientLifetimesSet.v1": {
      const { accessToken, authorization, refreshToken } = event;
      return change(state, { lifetimes: { accessToken, refreshToken, authorization } });
    }
    case "ClientAdministrationSet.v1":
      return change(state, { mayAdminister: event.mayAdminister });
    case "ClientDeleted.v1":
    case "ClientExpired.v1":
      return state._tag === "Registered" ? Client.Deleted({ clientId: event.clientId }) : state;
  }
};
