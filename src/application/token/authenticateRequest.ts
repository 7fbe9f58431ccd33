import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { EndedAuthorizations } from "../../domain/authorization/end/EndedAuthorizations.ts";
import {
  type AccessTokenClaims,
  AccessTokens,
  InvalidAccessToken
} from "../../domain/authorization/token/AccessTokens.ts";
import { isPublicBearer } from "../../domain/client/authentication/PublicBearer.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { InvalidDpopProof } from "../../domain/dpop/DpopProof.ts";
import { traced } from "../../domain/failure/traced.ts";
import { parseScope, scopeIntersection } from "../../domain/scope/Scope.ts";
import { clientWithoutKey } from "../clients/ClientPolicy.ts";
import { findEndReason } from "../sessions/findEndReason.ts";
import { currentClient } from "./currentClient.ts";
import type { Viewer } from "./Viewer.ts";
import { verifyProof } from "./verifyProof.ts";

/** An access token as presented: alone, or with a proof of the key that it is bound to (RFC 9449 section 7). */
export interface PresentedToken {
  readonly scheme: "DPoP" | "Bearer";
  readonly token: string;
  /** Null when the request has no proof. */
  readonly proof: string | null;
}

/** The credentials of a request. `htu` is the address under the public URL. */
interface RequestCredentials {
  readonly presented: PresentedToken;
  readonly htm: string;
  readonly htu: string;
}

/**
 * A token that is bound to a key is sent as DPoP with a proof of that key, any other as Bearer (RFC 9449 section 7).
 */
const checkBinding = Effect.fnUntraced(function* (
  { htm, htu, presented }: RequestCredentials,
  claims: AccessTokenClaims
) {
  if (claims.cnf === undefined) {
    return presented.scheme === "Bearer" ? undefined : yield* new InvalidAccessToken({ reason: "not-bound" });
  }
  if (presented.scheme !== "DPoP") return yield* new InvalidAccessToken({ reason: "bound" });
  if (presented.proof === null) return yield* new InvalidDpopProof({ reason: "missing" });
  const ath = sha256Base64Url(presented.token);
  yield* verifyProof({ proof: presented.proof, htm, htu, ath, jkt: claims.cnf.jkt });
  return undefined;
});

/** Returns the scope of a token; without a key, limited to what its client is allowed now. */
const permitted = Effect.fnUntraced(
  function* (claims: AccessTokenClaims, client: RegisteredClient | null) {
    const scope = yield* parseScope(claims.scope);
    if (claims.cnf !== undefined || client === null) return scope;
    if (client.withoutDpop) return yield* new InvalidAccessToken({ reason: "not-bound" });
    if (!isPublicBearer(client)) return scope;
    const allowed = yield* clientWithoutKey(client);
    return scopeIntersection(scope, yield* parseScope(allowed.scope));
  },
  Effect.catchTag("InvalidScope", () => new InvalidAccessToken({ reason: "malformed" }))
);

/** Returns why the session of a token that was once valid has ended, if that can be determined now. */
const sessionEnded = Effect.fnUntraced(function* ({ sid }: AccessTokenClaims) {
  const why = yield* Effect.orElseSucceed(findEndReason(sid), () => null);
  return yield* new InvalidAccessToken({ reason: "ended", ...(why !== null && { why }) });
});

/** The viewer of a verified access token, and when the token expires, in Unix milliseconds. */
export interface AuthenticatedToken {
  readonly viewer: Viewer;
  readonly expiresAt: number;
}

/**
 * Returns the viewer of a request with an access token, and when the token expires. Tokens end with their authorization,
 * and with their client (RFC 6750, RFC 9449 section 7, RFC 9068 section 4).
 */
export const authenticateToken = traced("authenticateToken")(function* (request: RequestCredentials) {
  const tokens = yield* AccessTokens;
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const claims = yield* tokens.verify(request.presented.token, now);
  const ended = yield* EndedAuthorizations;
  const found = yield* currentClient(claims.client_id);
  if ((yield* ended.has(claims.sid)) || (found !== null && Option.isNone(found))) return yield* sessionEnded(claims);
  const client = found === null ? null : Option.getOrNull(found);
  const scope = yield* permitted(claims, client);
  yield* checkBinding(request, claims);
  const viewer: Viewer = { did: claims.sub, clientId: claims.client_id, authorizationId: claims.sid, scope };
  return { viewer, expiresAt: claims.exp * 1000 } satisfies AuthenticatedToken;
});

/** Returns the viewer of a request with an access token, like `authenticateToken`. */
export const authenticateRequest = (request: RequestCredentials) =>
  Effect.map(authenticateToken(request), ({ viewer }) => viewer);
