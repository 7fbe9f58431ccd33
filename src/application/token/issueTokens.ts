import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import { AccessTokens } from "../../domain/authorization/token/AccessTokens.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { PublicUrl } from "../instance/PublicUrl.ts";
import type { TokenReply } from "./TokenReply.ts";

/** A refresh token and the id of an access token, generated before it is decided whether they are issued. */
interface GeneratedTokens {
  readonly refreshToken: string;
  readonly refreshHash: string;
  readonly accessTokenId: string;
}

/** Generates the random parts of a pair of tokens. */
export const generateTokens = Effect.gen(function* () {
  const refreshToken = `refresh_${yield* randomText(32)}`;
  return {
    refreshToken,
    refreshHash: sha256Base64Url(refreshToken),
    accessTokenId: yield* randomText(16)
  } satisfies GeneratedTokens;
});

/** The authorization, account and client that tokens are issued for. */
interface TokenSubject {
  readonly did: Did;
  readonly clientId: string;
  readonly authorizationId: string;
  readonly jkt: string | null;
  readonly scope: string;
  /** When the access token expires, in Unix milliseconds. */
  readonly accessExpiresAt: number;
}

/** Signs the access token of a pair and builds the reply (RFC 6749 section 5.1, RFC 9068, RFC 9449 section 5). */
export const issueTokens = Effect.fnUntraced(function* (generated: GeneratedTokens, subject: TokenSubject) {
  const signer = yield* AccessTokens;
  const publicUrl = yield* PublicUrl;
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const expiresIn = Math.max(0, Math.floor(subject.accessExpiresAt / 1000) - now);
  const accessToken = yield* signer.sign({
    iss: publicUrl,
    aud: publicUrl,
    sub: subject.did,
    client_id: subject.clientId,
    scope: subject.scope,
    jti: generated.accessTokenId,
    iat: now,
    exp: now + expiresIn,
    sid: subject.authorizationId,
    ...(subject.jkt === null ? {} : { cnf: { jkt: subject.jkt } })
  });
  return {
    accessToken,
    tokenType: subject.jkt === null ? "Bearer" : "DPoP",
    expiresIn,
    refreshToken: generated.refreshToken,
    scope: subject.scope,
    sub: subject.did
  } satisfies TokenReply;
});
