import * as Clock from "effect/Clock";
import * as Option from "effect/Option";
import type { Did } from "../../domain/atproto/Did.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import { traced } from "../../domain/failure/traced.ts";
import { ClientAuthenticationFailed } from "./authenticateClient.ts";
import { findOwnToken, type OwnToken } from "./findOwnToken.ts";

/** What a client learns about a valid token of its own. Times in seconds since 1970. */
export interface ActiveToken {
  readonly kind: "access" | "refresh";
  readonly sub: Did;
  readonly clientId: string;
  readonly scope: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly jkt: string | null;
  /** The `jti` of an access token. */
  readonly tokenId: string | null;
}

const describe = ({ claims, hash, state }: OwnToken, now: number): Option.Option<ActiveToken> => {
  const { clientId } = state.request;
  if (claims !== null) {
    const { cnf, exp: expiresAt, iat: issuedAt, jti: tokenId, scope, sub } = claims;
    return Option.some({ kind: "access", sub, clientId, scope, issuedAt, expiresAt, jkt: cnf?.jkt ?? null, tokenId });
  }
  const { current, currentExpiresAt, replacedAt } = state.tokens;
  if (hash !== current || now >= currentExpiresAt) return Option.none();
  return Option.some({
    kind: "refresh",
    sub: state.granted.did,
    clientId,
    scope: state.granted.scope,
    issuedAt: Math.floor(replacedAt / 1000),
    expiresAt: Math.floor(currentExpiresAt / 1000),
    jkt: state.jkt,
    tokenId: null
  });
};

/**
 * Returns the current state of a confidential client's own token, according to the log; none for any other token (RFC
 * 7662 section 2). A public client cannot authenticate, and receives none.
 */
export const introspectToken = traced("introspectToken")(function* (client: RegisteredClient, token: string) {
  if (client.tokenEndpointAuthMethod === "none")
    return yield* new ClientAuthenticationFailed({ reason: "wrong-method" });
  const found = yield* findOwnToken(client.clientId, token);
  const now = yield* Clock.currentTimeMillis;
  return Option.flatMap(found, (own) => describe(own, now));
});
