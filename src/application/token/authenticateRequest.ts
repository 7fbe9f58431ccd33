import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { type AccessTokenClaims, AccessTokens, InvalidAccessToken } from "../../domain/authorization/AccessTokens.ts";
import { EndedAuthorizations } from "../../domain/authorization/EndedAuthorizations.ts";
import { ClientRegistry } from "../../domain/client/ClientRegistry.ts";
import { isUrlClientId } from "../../domain/client/UrlClientId.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { InvalidDpopProof } from "../../domain/dpop/DpopProof.ts";
import { parseScope } from "../../domain/scope/Scope.ts";
import { whyEnded } from "../session/whyEnded.ts";
import type { Viewer } from "./Viewer.ts";
import { verifyProof } from "./verifyProof.ts";

/** The parts of a request that say who makes it. `htu` is the address under the public URL. */
export interface RequestCredentials {
  readonly authorization: string | null;
  readonly dpop: string | null;
  readonly htm: string;
  readonly htu: string;
}

interface Presented {
  readonly scheme: "DPoP" | "Bearer";
  readonly token: string;
}

const readHeader = (header: string): Presented | null => {
  const found = /^(dpop|bearer) +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header.trim());
  if (found === null) return null;
  return { scheme: found[1]?.toLowerCase() === "dpop" ? "DPoP" : "Bearer", token: found[2] ?? "" };
};

/** A token that is bound to a key comes as DPoP with a proof of that key, any other as Bearer (RFC 9449 section 7). */
const checkBinding = Effect.fnUntraced(function* (
  presented: Presented,
  claims: AccessTokenClaims,
  request: RequestCredentials
) {
  if (claims.cnf === undefined) {
    return presented.scheme === "Bearer" ? undefined : yield* new InvalidAccessToken({ reason: "not-bound" });
  }
  if (presented.scheme !== "DPoP") return yield* new InvalidAccessToken({ reason: "bound" });
  if (request.dpop === null) return yield* new InvalidDpopProof({ reason: "missing" });
  const { htm, htu } = request;
  const ath = sha256Base64Url(presented.token);
  yield* verifyProof({ proof: request.dpop, htm, htu, ath, jkt: claims.cnf.jkt });
  return undefined;
});

/** Clients that their own address describes are in no registry, and end with their authorizations. */
const isGone = (clientId: string) =>
  isUrlClientId(clientId)
    ? Effect.succeed(false)
    : Effect.flatMap(ClientRegistry, (registry) => Effect.map(registry.get(clientId), Option.isNone));

/** Whoever presents a token of ours that was good is told why it is not any more, where that can be found out now. */
const over = Effect.fnUntraced(function* ({ sid }: AccessTokenClaims) {
  const why = yield* Effect.orElseSucceed(whyEnded(sid), () => null);
  return yield* new InvalidAccessToken({ reason: "ended", ...(why !== null && { why }) });
});

/**
 * Who makes a request: null when it carries no credential at all. Tokens end with their authorization, and with their
 * client (RFC 6750, RFC 9449 section 7, RFC 9068 section 4).
 */
export const authenticateRequest = Effect.fn("authenticateRequest")(function* (request: RequestCredentials) {
  if (request.authorization === null) return null;
  const presented = readHeader(request.authorization);
  if (presented === null) return yield* new InvalidAccessToken({ reason: "malformed" });
  const tokens = yield* AccessTokens;
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const claims = yield* tokens.verify(presented.token, now);
  const ended = yield* EndedAuthorizations;
  if ((yield* ended.has(claims.sid)) || (yield* isGone(claims.client_id))) return yield* over(claims);
  const scope = yield* Effect.mapError(parseScope(claims.scope), () => new InvalidAccessToken({ reason: "malformed" }));
  yield* checkBinding(presented, claims, request);
  return { did: claims.sub, clientId: claims.client_id, authorizationId: claims.sid, scope } satisfies Viewer;
});
