import * as Data from "effect/Data";
import type { ClientKey } from "./authentication/ClientKey.ts";
import type { HashedSecret, OldSecret } from "./authentication/ClientSecret.ts";
import type { ClientEvent, ClientOrigin, ClientType, GrantType, TokenEndpointAuthMethod } from "./ClientEvent.ts";
import type { ClientId } from "./ClientId.ts";
import type { ClientLifetimes } from "./ClientLifetimes.ts";

/** A client that can request authorizations: from the registry, or described by the document at its own URL. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly name: string;
  readonly type: ClientType;
  readonly tokenEndpointAuthMethod: TokenEndpointAuthMethod;
  readonly redirectUris: ReadonlyArray<string>;
  readonly scope: string;
  readonly secret: HashedSecret | null;
  /** When the secret was created, in Unix milliseconds; absent if there is none, or if this was not recorded. */
  readonly secretCreatedAt?: number;
  /** The secret before the current one, while both are accepted; absent if it ended with the rotation. */
  readonly oldSecret?: OldSecret;
  /**
   * `metadata-document` and `loopback` clients are in no registry: the id is the URL of the document, or the metadata.
   */
  readonly origin: ClientOrigin | "metadata-document" | "loopback";
  readonly grantTypes: ReadonlyArray<GrantType>;
  /** The keys for `private_key_jwt`; null if they are at `jwksUri`, or if there are none. */
  readonly jwks: ReadonlyArray<ClientKey> | null;
  readonly jwksUri: string | null;
  /** Whether tokens are issued only with a DPoP proof (RFC 9449 section 5.2). */
  readonly dpopBoundAccessTokens: boolean;
  /** True if a public client did not declare DPoP, and the operator allows no tokens without it. */
  readonly withoutDpop?: true;
  /** Whether the client must use pushed authorization requests (RFC 9126 section 6). */
  readonly requirePushedAuthorizationRequests: boolean;
  /** The SHA-256 of the token with which the client manages itself (RFC 7592); null for clients managed by others. */
  readonly registrationTokenHash: string | null;
  /** In Unix milliseconds; null for clients outside the registry and for those registered before this was recorded. */
  readonly registeredAt: number | null;
  /** The lifetimes set for this client; absent if the general ones apply. */
  readonly lifetimes?: ClientLifetimes;
  /** Whether accounts of `ADMIN_DIDS` can administer with its access tokens; set only by an admin or the operator. */
  readonly mayAdminister: boolean;
  /** The SHA-256 of the metadata document that describes the client; null for all other clients. */
  readonly documentDigest: string | null;
}

export type Client = Data.TaggedEnum<{
  Unknown: {};
  Registered: { readonly client: RegisteredClient };
  Deleted: { readonly clientId: ClientId };
}>;
export const Client = Data.taggedEnum<Client>();

export const initialClient: Client = Client.Unknown();

/**
 * Whether an admin or the operator registered a client. For any other client, the user is prompted for confirmation.
 */
export const isRegisteredByOperator = ({ origin }: Pick<RegisteredClient, "origin">): boolean =>
  origin === "admin" || origin === "operator";

const change = (state: Client, patch: Partial<RegisteredClient>): Client =>
  state._tag === "Registered" ? Client.Registered({ client: { ...state.client, ...patch } }) : state;

/** Changes the secrets of a client. The old secret ends, unless the change returns another one. */
const changeSecret = (
  state: Client,
  next: (client: RegisteredClient, current: Omit<OldSecret, "validUntil"> | null) => RegisteredClient
): Client => {
  if (state._tag !== "Registered") return state;
  const { oldSecret: _, ...client } = state.client;
  const { secret, secretCreatedAt } = client;
  return Client.Registered({
    client: next(client, secret === null ? null : { ...secret, createdAt: secretCreatedAt ?? null })
  });
};

/** The members that version 1 of the registration did not have. */
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

/** Returns the state of a client after an event. An event that does not apply to the state changes nothing. */
export const evolveClient = (state: Client, event: ClientEvent): Client => {
  switch (event._tag) {
    case "ClientRegistered.v1": {
      const { _tag, ...client } = event;
      return register(state, { ...beforeV2(client.type), ...client });
    }
    case "ClientRegistered.v2": {
      const { _tag, address, ...client } = event;
      return register(state, client.secret === null ? client : { ...client, secretCreatedAt: client.registeredAt });
    }
    case "ClientUpdated.v1":
      return change(state, { name: event.name, redirectUris: event.redirectUris, scope: event.scope });
    case "ClientUpdated.v2": {
      const { _tag, address, clientId, ...patch } = event;
      return change(state, patch);
    }
    case "ClientSecretRotated.v1":
      return changeSecret(state, ({ secretCreatedAt: _, ...client }) => ({ ...client, secret: event.secret }));
    case "ClientSecretRotated.v2":
      return changeSecret(state, (client, before) => ({
        ...client,
        secret: event.secret,
        secretCreatedAt: event.rotatedAt,
        ...(event.oldValidUntil !== null &&
          before !== null && { oldSecret: { ...before, validUntil: event.oldValidUntil } })
      }));
    case "ClientSecretRevoked.v1":
      return changeSecret(state, (client) => client);
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
