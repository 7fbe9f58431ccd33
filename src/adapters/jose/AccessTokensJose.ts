import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { decodeProtectedHeader, type ProtectedHeaderParameters } from "jose";
import { AccessTokenClaims, AccessTokens, InvalidAccessToken } from "../../domain/authorization/token/AccessTokens.ts";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";
import { traced } from "../../domain/failure/traced.ts";
import { isJsonObject } from "../../domain/json/isJsonObject.ts";
import type { JsonObject } from "../../domain/json/Json.ts";
import { encodedHeader, hasExtensions, signCompact, verifyCompact } from "./compactJws.ts";
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
  readonly verifying: KeyObject;
  readonly published: Readonly<Record<string, string>>;
}

const importKey = ({ jwk, kid }: SigningKey): Effect.Effect<ImportedKey> =>
  Effect.map(Schema.decode(Schema.parseJson(EcPrivateJwk))(Redacted.value(jwk)), (decoded) => {
    const privateKey = createPrivateKey({ key: { ...decoded }, format: "jwk" });
    const { kty, crv, x, y } = decoded;
    return {
      kid,
      signing: privateKey,
      verifying: createPublicKey(privateKey),
      published: { kty, crv, x, y, kid, alg: "ES256", use: "sig" }
    };
  }).pipe(Effect.orDie);

const utf8 = new TextDecoder("utf-8", { fatal: true });

const refused = (reason: InvalidAccessToken["reason"]) => new InvalidAccessToken({ reason });

type Refusal = InvalidAccessToken["reason"];

/** The media type of an access token (RFC 9068 section 2.1); without its first half, as RFC 7515 section 4.1.9 recommends. */
const isAccessTokenType = (typ: unknown): boolean =>
  typeof typ === "string" && /^(?:application\/)?at\+jwt$/i.test(typ);

const headerOf = (token: string): Effect.Effect<ProtectedHeaderParameters, InvalidAccessToken> =>
  Effect.try({ try: () => decodeProtectedHeader(token), catch: () => refused("malformed") });

const parsed = (payload: Buffer): Effect.Effect<unknown, InvalidAccessToken> =>
  Effect.try({ try: (): unknown => JSON.parse(utf8.decode(payload)), catch: () => refused("malformed") });

/** Returns why claims are refused whose types are still to be checked; null if they are not. `now` is in seconds. */
const faultIn = (claims: JsonObject, issuer: string, audience: string, now: number): Refusal | null => {
  const { aud, exp, iat, iss, nbf } = claims;
  if (iss !== issuer) return "wrong-issuer";
  if (Array.isArray(aud) ? !aud.includes(audience) : aud !== audience) return "wrong-audience";
  if (typeof exp !== "number" || iat === undefined) return "malformed";
  if (nbf !== undefined && (typeof nbf !== "number" || nbf > now)) return "malformed";
  return exp <= now ? "expired" : null;
};

/**
 * Implements `AccessTokens` with ES256 JWTs of type `at+jwt` (RFC 9068). Keys are imported once. OpenSSL verifies on this
 * thread, as it signs.
 */
export const layer = (options: AccessTokensOptions): Layer.Layer<AccessTokens> =>
  Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const keys = yield* Effect.all(Arr.map(options.keys, importKey));
      const [signer] = keys;
      const header = encodedHeader({ alg: "ES256", typ: "at+jwt", kid: signer.kid });
      const verifying = new Map(keys.map((key) => [key.kid, key.verifying]));
      const readClaims = Schema.decodeUnknown(AccessTokenClaims);
      return AccessTokens.of({
        sign: (claims) => Effect.sync(() => signCompact(header, claims, signer.signing)),
        verify: traced("AccessTokens.verify")(function* (token, now) {
          if (!isCompactJws(token)) return yield* refused("malformed");
          const header = yield* headerOf(token);
          if (header.alg !== "ES256" || hasExtensions(header)) return yield* refused("malformed");
          const key = verifying.get(header.kid ?? "");
          const payload = key === undefined ? Option.none() : verifyCompact(token, key);
          if (Option.isNone(payload)) return yield* refused("bad-signature");
          const claims = yield* parsed(payload.value);
          if (!isAccessTokenType(header.typ) || !isJsonObject(claims)) return yield* refused("malformed");
          const fault = faultIn(claims, options.issuer, options.audience, Math.floor(now));
          if (fault !== null) return yield* refused(fault);
          return yield* Effect.mapError(readClaims(claims), () => refused("malformed"));
        }),
        publicKeys: { keys: keys.map((key) => key.published) }
      });
    })
  );
