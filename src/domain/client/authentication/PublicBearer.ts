import * as Schema from "effect/Schema";
import type { RegisteredClient } from "../Client.ts";
import type { ClientLifetimes } from "../ClientLifetimes.ts";

/**
 * What the operator allows to public clients without DPoP, which prove themselves by PKCE alone: nothing, to sign in and
 * read, or to write as well.
 */
export const PublicBearer = Schema.Literal("off", "read", "write");
export type PublicBearer = typeof PublicBearer.Type;

/**
 * Whether a client is public and did not say that it proves a key by DPoP. Where it does not say, it does not
 * (RFC 9449 section 5.2, `dpop_bound_access_tokens`).
 */
export const isPublicBearer = ({
  dpopBoundAccessTokens,
  type
}: Pick<RegisteredClient, "dpopBoundAccessTokens" | "type">): boolean => type === "public" && !dpopBoundAccessTokens;

const hour = 60 * 60;

/** The longest lifetimes of what a public client gets without a key, in seconds. */
export const publicBearerLifetimes = { accessToken: 5 * 60, refreshToken: 24 * hour, authorization: 30 * 24 * hour };

const shortened = (own: ClientLifetimes | undefined): ClientLifetimes => ({
  accessToken: Math.min(own?.accessToken ?? Number.POSITIVE_INFINITY, publicBearerLifetimes.accessToken),
  refreshToken: Math.min(own?.refreshToken ?? Number.POSITIVE_INFINITY, publicBearerLifetimes.refreshToken),
  authorization: Math.min(own?.authorization ?? Number.POSITIVE_INFINITY, publicBearerLifetimes.authorization)
});

/** A client as the operator allows it now: every public client must prove a key, unless others are allowed. */
export const restrictToPolicy = (client: RegisteredClient, allowed: PublicBearer): RegisteredClient =>
  isPublicBearer(client) && allowed === "off" ? { ...client, dpopBoundAccessTokens: true, withoutDpop: true } : client;

/**
 * What holds for a client where it proves no key. For a public one the lifetimes are short, and the scope is good for
 * reading alone unless writing is allowed; a confidential one proves itself otherwise, and stays as it is.
 */
export const withoutKey = (client: RegisteredClient, allowed: PublicBearer): RegisteredClient => {
  if (client.type !== "public") return client;
  const scope = allowed === "write" ? client.scope : "atproto";
  return { ...client, lifetimes: shortened(client.lifetimes), scope };
};
