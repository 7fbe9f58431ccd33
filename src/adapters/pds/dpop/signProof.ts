import { randomUUID } from "node:crypto";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { SignJWT } from "jose";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import type { DpopKey } from "../../../domain/session/UpstreamAuthorization.ts";
import { importPrivateJwk } from "./importPrivateJwk.ts";

/** The content of a proof. `accessToken` is null at an authorization server, `nonce` undefined until one is known. */
interface ProofSubject {
  readonly key: DpopKey;
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly nonce: string | undefined;
  readonly accessToken: Redacted.Redacted<string> | null;
}

/** Signs a DPoP proof with a new `jti` and `iat` (RFC 9449 section 4.2). */
export const signProof: (subject: ProofSubject) => Effect.Effect<string> = Effect.fnUntraced(function* (subject) {
  const { privateKey, publicJwk } = yield* importPrivateJwk(subject.key.jwk);
  const { origin, pathname } = new URL(subject.url);
  const claims = {
    jti: randomUUID(),
    htm: subject.method,
    htu: origin + pathname,
    iat: Math.floor((yield* Clock.currentTimeMillis) / 1000),
    ...(subject.nonce === undefined ? {} : { nonce: subject.nonce }),
    ...(subject.accessToken === null ? {} : { ath: sha256Base64Url(Redacted.value(subject.accessToken)) })
  };
  return yield* Effect.promise(() =>
    new SignJWT(claims).setProtectedHeader({ typ: "dpop+jwt", alg: "ES256", jwk: { ...publicJwk } }).sign(privateKey)
  );
});
