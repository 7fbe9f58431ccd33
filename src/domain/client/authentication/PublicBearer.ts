import * as Schema from "effect/Schema";
import { type GrantLifetimes, lifetimesOf } from "../../authorization/token/lifetimes.ts";
import type { RegisteredClient } from "../Client.ts";
import type { ClientLifetimes } from "../ClientLifetimes.ts";

/**
 * What the operator allows public clients without DPoP, which rely on PKCE alone: nothing (`off`), login and reads
 * (`read`), or writes as well (`write`).
 */
export const PublicBearer = Schema.Literal("off", "read", "write");
export type PublicBearer = typeof PublicBearer.Type;

/**
 * Whether a client is public and did not declare DPoP. The default of `dpop_bound_access_tokens` is false (RFC 9449
 * section 5.2).
 */
export const isPublicBearer = ({
  dpopBoundAccessTokens,
  type
}: Pick<RegisteredClient, "dpopBoundAccessTokens" | "type">): boolean => type === "public" && !dpopBoundAccessTokens;

const hour = 60 * 60;

/** The maximum lifetimes of tokens and authorizations of a public client without DPoP, in seconds. */
const publicBearerLifetimes = { accessToken: 5 * 60, refreshToken: 24 * hour, authorization: 30 * 24 * hour };

const shortened = (own: ClientLifetimes | undefined): ClientLifetimes => ({
  accessToken: Math.min(own?.accessToken ?? Number.POSITIVE_INFINITY, publicBearerLifetimes.accessToken),
  refreshToken: Math.min(own?.refreshToken ?? Number.POSITIVE_INFINITY, publicBearerLifetimes.refreshToken),
  authorization: Math.min(own?.authorization ?? Number.POSITIVE_INFINITY, publicBearerLifetimes.authorization)
});

/**
 * Returns the lifetimes of the tokens and authorizations that a client gets: its own where set, otherwise the defaults,
 * and short ones for a public client that did not declare DPoP.
 */
export const effectiveLifetimes = (client: RegisteredClient): GrantLifetimes =>
  lifetimesOf(isPublicBearer(client) ? shortened(client.lifetimes) : (client.lifetimes ?? null));

/** Returns a client under the operator's policy: a public client must use DPoP unless the policy allows otherwise. */
export const restrictToPolicy = (client: RegisteredClient, allowed: PublicBearer): RegisteredClient =>
  isPublicBearer(client) && allowed === "off" ? { ...client, dpopBoundAccessTokens: true, withoutDpop: true } : client;

/**
 * Returns what applies to a client that uses no DPoP. A public client gets short lifetimes, and a scope for reading
 * only unless writing is allowed. A confidential client authenticates in another way and is unchanged.
 */
export const withoutKey = (client: RegisteredClient, allowed: PublicBearer): RegisteredClient => {
  if (client.type !== "public") return client;
  const scope = allowed === "write" ? client.scope : "atproto";
  return { ...client, lifetimes: shortened(client.lifetimes), scope };
};
