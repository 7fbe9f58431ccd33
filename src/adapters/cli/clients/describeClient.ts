import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { columns } from "../report/columns.ts";
import type { Report } from "../report/present.ts";

/** A client as programs get it: the fields of the registration form and the identifier; never the hash of a secret. */
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

/** The rows that tell a person about a client. */
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
  ...(client.mayAdminister ? [["Administers", "for accounts of ADMIN_DIDS"] as const] : [])
];

/** A client for a person: its name, and what it is below. */
export const clientText = (client: Omit<RegisteredClient, "secret">): string =>
  `${client.name}\n${columns(clientRows(client))}`;

/** What a person is told beside a new secret. */
export const secretAdvice = (clientId: string): string =>
  `The secret is shown this once and kept as a hash only: store it now where the app reads it.\nLost it? tidemark clients rotate-secret ${clientId} makes another.`;

const inSeconds = (value: number | null | undefined): string =>
  value === null || value === undefined ? "as for all apps" : `${value} seconds`;

const keyNames = ({ jwks }: Pick<RegisteredClient, "jwks">): string =>
  (jwks ?? []).map((key) => ("kid" in key && typeof key.kid === "string" ? key.kid : "without an id")).join(", ");

/** All that is known about a client, but its hashes. */
export const clientDetails = (client: RegisteredClient): Report => {
  const { lifetimes, registeredAt } = client;
  const registered = registeredAt === null ? null : new Date(registeredAt).toISOString();
  const rows: ReadonlyArray<readonly [string, string]> = [
    ...clientRows(client),
    ...(client.jwks === null ? [] : [["Keys", keyNames(client)] as const]),
    ["Origin", client.origin],
    ...(registered === null ? [] : [["Registered", registered] as const]),
    ["Grant types", client.grantTypes.join(", ")],
    ["DPoP", client.dpopBoundAccessTokens ? "required" : "not required"],
    ["Pushed requests", client.requirePushedAuthorizationRequests ? "required" : "not required"],
    ["Access token", inSeconds(lifetimes?.accessToken)],
    ["Refresh token", inSeconds(lifetimes?.refreshToken)],
    ["Authorization", inSeconds(lifetimes?.authorization)]
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
      lifetimes: {
        accessToken: lifetimes?.accessToken ?? null,
        refreshToken: lifetimes?.refreshToken ?? null,
        authorization: lifetimes?.authorization ?? null
      }
    }
  };
};
