import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { type ClientKey, readKeySet } from "../client/authentication/ClientKey.ts";
import { GrantType, type TokenEndpointAuthMethod } from "../client/ClientEvent.ts";
import { ClientId } from "../client/ClientId.ts";
import { type ClientLifetimes, lifetimeBounds } from "../client/ClientLifetimes.ts";
import { type ClientProposal, checkProposal, defaultClientScope } from "../client/registration/ClientProposal.ts";
import { redirectUriFault } from "../client/registration/redirectUri.ts";
import { formatScope, knownScope, scopeIntersection } from "../scope/Scope.ts";
import type { LeftReason, NotedDetail } from "./MoveInRow.ts";
import type { OtherClient } from "./OtherInstance.ts";
import { readJsonText, readJsonTexts } from "./readJsonText.ts";

/** A client as it is registered here, with its id and, if there is one that can be kept, its secret. */
export interface MovedClient {
  readonly clientId: ClientId;
  readonly proposal: ClientProposal;
  readonly secret: Redacted.Redacted<string> | null;
  /** Null if the general ones apply. */
  readonly lifetimes: ClientLifetimes | null;
  readonly notes: ReadonlyArray<NotedDetail>;
}

/** A client that is not moved. */
export interface ClientLeft {
  readonly reason: LeftReason;
  readonly detail: string;
}

const isClientId = Schema.is(ClientId);
const isGrantType = Schema.is(GrantType);

/** The client that each instance creates for its own settings. */
const ownClientId = "admin";

/** A secret is stored as a fast hash, which is safe for 128 random bits and more: 22 characters of base64url. */
const leastSecretLength = 22;

/**
 * The other instance reads secrets from the body of a request only, also of clients that are registered for the
 * Authorization header, so their apps send it there.
 */
const methodOf = (method: string): TokenEndpointAuthMethod => {
  if (method === "none" || method === "private_key_jwt") return method;
  return "client_secret_post";
};

const redirectUrisOf = (client: OtherClient) => {
  const given = readJsonTexts(client.redirectUris);
  const [kept, faulty] = [
    given.filter((uri) => Option.isNone(redirectUriFault(uri))),
    given.filter((uri) => Option.isSome(redirectUriFault(uri)))
  ];
  // With no valid one, the proposal is refused with the faults of all.
  return kept.length === 0 ? { uris: given, faulty: [] } : { uris: kept, faulty };
};

const scopeOf = (given: string) => {
  const kept = formatScope(knownScope(given));
  const values = new Set(kept.split(" "));
  return { scope: kept, dropped: given.split(" ").filter((value) => value !== "" && !values.has(value)) };
};

/** The values that the client was granted there, and that its registered scope does not permit. */
const scopesBeyond = ({ grantedScopes }: OtherClient, registered: string): ReadonlyArray<string> => {
  const granted = knownScope(grantedScopes.join(" "));
  const permitted = new Set(scopeIntersection(granted, knownScope(registered)));
  const beyond = granted.filter((value) => !permitted.has(value));
  return beyond.length === 0 ? [] : [formatScope(beyond)];
};

const keysOf = (client: OtherClient): ReadonlyArray<ClientKey> | null => {
  const jwks = Option.getOrNull(readJsonText(client.jwks ?? "null"));
  return jwks === null ? null : Either.getOrNull(readKeySet(jwks));
};

/** The lifetimes that the other software gives every client that is registered there, in seconds. */
const unchosen: ReadonlyArray<readonly [access: number, refresh: number]> = [
  [3_600, 30 * 86_400],
  [86_400, 14 * 86_400]
];

const within = (member: keyof ClientLifetimes, seconds: number): number => {
  const [least, most] = lifetimeBounds[member];
  return Math.min(Math.max(seconds, least), most);
};

/** 0 stands for refresh tokens that never expire. */
const refreshLifetimeOf = ({ refreshTokenLifetime }: OtherClient): number =>
  refreshTokenLifetime === 0 ? Number.MAX_SAFE_INTEGER : refreshTokenLifetime;

const lifetimesOf = (client: OtherClient): ClientLifetimes | null => {
  const { accessTokenLifetime, refreshTokenLifetime } = client;
  if (unchosen.some(([access, refresh]) => access === accessTokenLifetime && refresh === refreshTokenLifetime))
    return null;
  return {
    accessToken: within("accessToken", accessTokenLifetime),
    refreshToken: within("refreshToken", refreshLifetimeOf(client)),
    authorization: null
  };
};

const shortened = (note: NotedDetail["note"], before: number, seconds: number | null): ReadonlyArray<NotedDetail> =>
  seconds !== null && seconds < before ? [{ note, detail: String(seconds) }] : [];

const lifetimeNotes = (client: OtherClient, lifetimes: ClientLifetimes | null): ReadonlyArray<NotedDetail> => {
  if (lifetimes === null) return [];
  return [
    ...shortened("access-lifetime-shortened", client.accessTokenLifetime, lifetimes.accessToken),
    ...shortened("refresh-lifetime-shortened", refreshLifetimeOf(client), lifetimes.refreshToken)
  ];
};

const secretNotes = (client: OtherClient, method: TokenEndpointAuthMethod): ReadonlyArray<NotedDetail> => {
  if (method !== "client_secret_post") return [];
  if (client.secret === null) return [{ note: "secret-missing", detail: "" }];
  return Redacted.value(client.secret).length < leastSecretLength ? [{ note: "secret-short", detail: "" }] : [];
};

const noted = (note: NotedDetail["note"], details: ReadonlyArray<string>): ReadonlyArray<NotedDetail> =>
  details.map((detail) => ({ note, detail }));

const proposalOf = (client: OtherClient, supportedScopes: string | null) => {
  const method = methodOf(client.tokenEndpointAuthMethod);
  const grantTypes = readJsonTexts(client.grantTypes).filter(isGrantType);
  const { faulty, uris } = redirectUrisOf(client);
  const { dropped, scope } = scopeOf(client.scope ?? supportedScopes ?? defaultClientScope);
  const jwks = method === "private_key_jwt" ? keysOf(client) : null;
  const proposal: ClientProposal = {
    name: client.name,
    type: method === "none" ? "public" : "confidential",
    tokenEndpointAuthMethod: method,
    redirectUris: uris,
    scope,
    grantTypes: grantTypes.length === 0 ? ["authorization_code", "refresh_token"] : grantTypes,
    jwks,
    dpopBoundAccessTokens: method === "none"
  };
  return { method, proposal, faulty, dropped };
};

/**
 * Returns a client of another instance as it is registered here, or why it is not. `supportedScopes` is the setting of that
 * instance, which applies to a client without a scope.
 */
export const moveClient = (
  client: OtherClient,
  supportedScopes: string | null
): Either.Either<MovedClient, ClientLeft> => {
  const { clientId } = client;
  if (clientId === ownClientId) return Either.left({ reason: "own-client", detail: "" });
  if (!isClientId(clientId)) return Either.left({ reason: "client-id", detail: "" });
  const { dropped, faulty, method, proposal } = proposalOf(client, supportedScopes);
  const ofSecret = secretNotes(client, method);
  const lifetimes = lifetimesOf(client);
  return Either.mapBoth(checkProposal(proposal), {
    onLeft: ({ message }): ClientLeft => ({ reason: "invalid", detail: message }),
    onRight: (checked) => ({
      clientId,
      proposal: checked,
      secret: ofSecret.length > 0 || method !== "client_secret_post" ? null : client.secret,
      lifetimes,
      notes: [
        ...noted("redirect-uri-left", faulty),
        ...noted("scope-value-left", dropped),
        ...noted("scope-beyond", scopesBeyond(client, checked.scope)),
        ...ofSecret,
        ...lifetimeNotes(client, lifetimes),
        ...(client.requiresExactRedirectUri ? [] : noted("redirect-uri-exact", [""]))
      ]
    })
  });
};
