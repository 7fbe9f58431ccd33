import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { type CryptoKey, compactVerify, decodeProtectedHeader, errors, importJWK } from "jose";
import { LRUCache } from "lru-cache";
import { DpopProofs, InvalidDpopProof } from "../../domain/dpop/DpopProof.ts";
import { type EcPublicJwk, thumbprint } from "./EcPublicJwk.ts";
import { isCompactJws } from "./isCompactJws.ts";
import { readProofKey } from "./readProofKey.ts";

const rememberedKeys = 2000;

const ProofClaims = Schema.parseJson(
  Schema.Struct({
    jti: Schema.String,
    htm: Schema.String,
    htu: Schema.String,
    iat: Schema.Finite,
    ath: Schema.optional(Schema.String),
    nonce: Schema.optional(Schema.String)
  })
);

const refused = (reason: InvalidDpopProof["reason"]) => new InvalidDpopProof({ reason });

const readHeader = (compact: string) =>
  Effect.try({ try: () => decodeProtectedHeader(compact), catch: () => refused("malformed") });

const importKey = (jwk: EcPublicJwk): Effect.Effect<CryptoKey, InvalidDpopProof> =>
  Effect.tryPromise({ try: () => importJWK({ ...jwk }, "ES256"), catch: () => refused("bad-key") }).pipe(
    Effect.filterOrFail(
      (key) => !(key instanceof Uint8Array),
      () => refused("bad-key")
    )
  );

const verifySignature = (compact: string, key: CryptoKey) =>
  Effect.tryPromise({
    try: () => compactVerify(compact, key, { algorithms: ["ES256"] }),
    catch: (cause) => refused(cause instanceof errors.JWSSignatureVerificationFailed ? "bad-signature" : "malformed")
  });

/**
 * Implements `DpopProofs` with `jose`: type `dpop+jwt`, ES256, the public P-256 key of the header, one signature, and
 * claims of the right types (RFC 9449 section 4.3, items 2 to 7). Recently used keys stay imported.
 */
export const layer: Layer.Layer<DpopProofs> = Layer.sync(DpopProofs, () => {
  const recent = new LRUCache<string, CryptoKey>({ max: rememberedKeys });
  const keyOf = (jwk: EcPublicJwk, jkt: string): Effect.Effect<CryptoKey, InvalidDpopProof> => {
    const known = recent.get(jkt);
    return known === undefined
      ? Effect.tap(importKey(jwk), (key) => Effect.sync(() => recent.set(jkt, key)))
      : Effect.succeed(known);
  };
  const readClaims = Schema.decodeUnknown(ProofClaims);
  return DpopProofs.of({
    verify: Effect.fn("DpopProofs.verify")(function* (compact) {
      if (!isCompactJws(compact)) return yield* refused("malformed");
      const header = yield* readHeader(compact);
      if (header.typ !== "dpop+jwt") return yield* refused("wrong-typ");
      if (header.alg !== "ES256") return yield* refused("alg-not-allowed");
      const jwk = yield* Effect.mapError(readProofKey(header.jwk), refused);
      const jkt = thumbprint(jwk);
      const { payload } = yield* verifySignature(compact, yield* keyOf(jwk, jkt));
      const claims = yield* Effect.mapError(readClaims(new TextDecoder().decode(payload)), () => refused("bad-claims"));
      return { ...claims, iat: Math.floor(claims.iat), jkt, ath: claims.ath ?? null, nonce: claims.nonce ?? null };
    })
  });
});
