import { acceptedOldSecret } from "../../../domain/client/authentication/ClientSecret.ts";
import { effectiveLifetimes } from "../../../domain/client/authentication/PublicBearer.ts";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { durationInWords } from "../../../domain/time/durationInWords.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import { columns } from "../report/columns.ts";
import type { Report } from "../report/present.ts";

/** A client in `--json`: its id and the fields of the registration form, without the hash of its secret. */
export const clientJson = (client: Omit<RegisteredClient, "secret">) => ({
  clientId: client.clientId,
  name: client.name,
  type: client.type,
  redirectUris: client.redirectUris,
  scope: client.scope,
  tokenEndpointAuthMethod: client.tokenEndpointAuthMethod,
  origin: client.origin,
  mayAdminister: client.mayAdminister
});

/** The rows that describe a client in text. */
export const clientRows = (
  client: Omit<RegisteredClient, "secret">,
  secret: string | null = null
): ReadonlyArray<readonly [string, string]> => [
  ["Client ID", client.clientId],
  ...(secret === null ? [] : [["Client Secret", secret] as const]),
  ["Client Type", client.type === "public" ? "Public" : `Confidential (${client.tokenEndpointAuthMethod})`],
  ...client.redirectUris.map((uri, index) => [index === 0 ? "Redirect URIs" : "", uri] as const),
  ["Scope", client.scope],
  ...(client.jwksUri === null ? [] : [["Keys", client.jwksUri] as const]),
  ...(client.origin === "dynamic" ? [["Registered by", "itself"] as const] : []),
  ...(client.mayAdminister ? [["May administer", "for accounts of ADMIN_DIDS"] as const] : [])
];

/** A client as text: its name, with its details and further rows below. */
export const clientText = (
  client: Omit<RegisteredClient, "secret">,
  more: ReadonlyArray<readonly [string, string]> = []
): string => `${client.name}\n${columns([...clientRows(client), ...more])}`;

/** The text below a new secret. */
export const secretAdvice = (clientId: string): string =>
  `The secret is shown only once, because only its hash is stored. Save it now where the app reads it.\nIf it is lost, create another with tidemark clients rotate-secret ${clientId}`;

/** The effective lifetime as text, with its origin; `seconds` is null if the default of all apps applies. */
export const lifetimeText = (seconds: number | null | undefined, effectiveMs: number): string => {
  const effective = durationInWords(Math.floor(effectiveMs / 1000));
  return seconds === null || seconds === undefined ? `${effective} (default for all apps)` : effective;
};

const keyNames = ({ jwks }: Pick<RegisteredClient, "jwks">): string =>
  (jwks ?? []).map((key) => ("kid" in key && typeof key.kid === "string" ? key.kid : "key without an id")).join(", ");

const createdAt = (milliseconds: number | null): string =>
  milliseconds === null ? "created at an unknown time" : `created ${isoTime(milliseconds)}`;

const secretRows = (client: RegisteredClient, now: number): ReadonlyArray<readonly [string, string]> => {
  if (client.secret === null) return [];
  const old = acceptedOldSecret(client, now);
  return [
    ["Secret", createdAt(client.secretCreatedAt ?? null)],
    ...(old === null
      ? []
      : [["Old secret", `${createdAt(old.createdAt)}, accepted until ${isoTime(old.validUntil)}`] as const])
  ];
};

/** The secrets in `--json`, newest first: when each was created, and until when the old one is accepted. */
const secretsJson = (client: RegisteredClient, now: number) => {
  if (client.secret === null) return [];
  const old = acceptedOldSecret(client, now);
  const time = (milliseconds: number | null) => (milliseconds === null ? null : isoTime(milliseconds));
  return [
    { createdAt: time(client.secretCreatedAt ?? null), validUntil: null },
    ...(old === null ? [] : [{ createdAt: time(old.createdAt), validUntil: isoTime(old.validUntil) }])
  ];
};

/** Everything about a client except its hashes. `now` is in Unix milliseconds. */
export const clientDetails = (client: RegisteredClient, now: number): Report => {
  const { lifetimes, registeredAt } = client;
  const registered = registeredAt === null ? null : new Date(registeredAt).toISOString();
  const effective = effectiveLifetimes(client);
  const rows: ReadonlyArray<readonly [string, string]> = [
    ...clientRows(client),
    ...secretRows(client, now),
    ...(client.jwks === null ? [] : [["Keys", keyNames(client)] as const]),
    ["Origin", client.origin],
    ...(registered === null ? [] : [["Registered", registered] as const]),
    ["Grant types", client.grantTypes.join(", ")],
    ["DPoP", client.dpopBoundAccessTokens ? "required" : "not required"],
    ["Pushed requests", client.requirePushedAuthorizationRequests ? "required" : "not required"],
    ["Access token", lifetimeText(lifetimes?.accessToken, effective.accessToken)],
    ["Refresh token", lifetimeText(lifetimes?.refreshToken, effective.refreshToken)],
    ["Authorization", lifetimeText(lifetimes?.authorization, effective.authorization)]
  ];
  return {
    text: `${client.name}\n${columns(rows)}`,
    json: {
      ...clientJson(client),
      registeredAt: registered,
      grantTypes: client.grantTypes,
      jwks: client.jwks === null ? null : { keys: client.jwks },
      jwksUri: client.jwksUri,
      dpopBoundAccessTokens: client.dpopBoundAccessTokens,
      requirePushedAuthorizationRequests: client.requirePushedAuthorizationRequests,
      managesItself: client.registrationTokenHash !== null,
      secrets: secretsJson(client, now),
      lifetimes: {
        accessToken: lifetimes?.accessToken ?? null,
        refreshToken: lifetimes?.refreshToken ?? null,
        authorization: lifetimes?.authorization ?? null
      },
      effectiveLifetimes: {
        accessToken: effective.accessToken / 1000,
        refreshToken: effective.refreshToken / 1000,
        authorization: effective.authorization / 1000
      }
    }
  };
};
