import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { type CryptoKey, errors, jwtVerify } from "jose";
import { AccessTokenClaims, AccessTokens, InvalidAccessToken } from "../../domain/authorization/token/AccessTokens.ts";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";
import { traced } from "../../domain/failure/traced.ts";
import { encodedHeader, signCompact } from "./compactJws.ts";
import { EcPrivateJwk } from "./EcPrivateJwk.ts";
import { isCompactJws } from "./isCompactJws.ts";

interface AccessTokensOptions {
  /** The first key signs. All are published and verify, so that keys can be rotated. */
  readonly keys: Arr.NonEmptyReadonlyArray<SigningKey>;
  readonly issuer: string;
  readonly audience: string;
}

interface ImportedKey {
  readonly kid: string;
  readonly signing: KeyObject;
  readonly verifying: CryptoKey;
  readonly published: Readonly<Record<string, string>>;
}

const es256 = { name: "ECDSA", namedCurve: "P-256" } as const;

const importKey = ({ jwk, kid }: SigningKey): Effect.Effect<ImportedKey> =>
  Effect.map(Schema.decode(Schema.parseJson(EcPrivateJwk))(Redacted.value(jwk)), (decoded) => {
    const privateKey = createPrivateKey({ key: { ...decoded }, format: "jwk" });
    const { kty, crv, x, y } = decoded;
    return {
      kid,
      signing: privateKey,
      verifying: createPublicKey(privateKey).toCryptoKey(es256, false, ["verify"]),
      published: { kty, crv, x, y, kid, alg: "ES256", use: "sig" }
    };
  }).pipe(Effect.orDie);

const claimReasons: Readonly<Record<string, InvalidAccessToken["reason"]>> = {
  iss: "wrong-issuer",
  aud: "wrong-audience"
};

const reasonOf = (cause: unknown): InvalidAccessToken["reason"] => {
  if (cause instanceof errors.JWTExpired) return "expired";
  if (cause instanceof errors.JWSSignatureVerificationFailed) return "bad-signature";
  if (cause instanceof errors.JWTClaimValidationFailed) return claimReasons[cause.claim] ?? "malformed";
  return "malformed";
};

const refused = (reason: InvalidAccessToken["reason"]) => new InvalidAccessToken({ reason });

/** Implements `AccessTokens` with ES256 JWTs of type `at+jwt` (RFC 9068). Keys are imported once. */
export const layer = (options: AccessTokensOptions): Layer.Layer<AccessTokens> =>
  Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const keys = yield* Effect.all(Arr.map(options.keys, importKey));
      const [signer] = keys;
      const header = encodedHeader({ alg: "ES256", typ: "at+jwt", kid: signer.kid });
      const verifying = new Map(keys.map((key) => [key.kid, key.verifying]));
      const expected = {
        algorithms: ["ES256"],
        typ: "at+jwt",
        issuer: options.issuer,
        audience: options.audience,
        requiredClaims: ["exp", "iat"]
      };
      const keyFor = ({ kid }: { readonly kid?: string }): CryptoKey => {
        const key = verifying.get(kid ?? "");
        if (key === undefined) throw new errors.JWSSignatureVerificationFailed();
        return key;
      };
      const readClaims = Schema.decodeUnknown(AccessTokenClaims);
      return AccessTokens.of({
        sign: (claims) => Effect.sync(() => signCompact(header, claims, signer.signing)),
        verify: traced("AccessTokens.verify")(function* (token, now) {
          if (!isCompactJws(token)) return yield* refused("malformed");
          const { payload } = yield* Effect.tryPromise({
            try: () => jwtVerify(token, keyFor, { ...expected, currentDate: new Date(now * 1000) }),
            catch: (cause) => refused(reasonOf(cause))
          });
          return yield* Effect.mapError(readClaims(payload), () => refused("malformed"));
        }),
        publicKeys: { keys: keys.map((key) => key.published) }
      });
    })
  );
