import { createPublicKey, type KeyObject } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { decodeProtectedHeader } from "jose";
import { LRUCache } from "lru-cache";
import { DpopProofs, InvalidDpopProof } from "../../domain/dpop/DpopProof.ts";
import { traced } from "../../domain/failure/traced.ts";
import { hasExtensions, verifyCompact } from "./compactJws.ts";
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

const importKey = (jwk: EcPublicJwk): Effect.Effect<KeyObject, InvalidDpopProof> =>
  Effect.try({ try: () => createPublicKey({ key: { ...jwk }, format: "jwk" }), catch: () => refused("bad-key") });

/**
 * Implements `DpopProofs` with OpenSSL: type `dpop+jwt`, ES256, the public P-256 key of the header, one signature, and
 * claims of the right types (RFC 9449 section 4.3, items 2 to 7). Recently used keys stay imported.
 */
export const layer: Layer.Layer<DpopProofs> = Layer.sync(DpopProofs, () => {
  const recent = new LRUCache<string, KeyObject>({ max: rememberedKeys });
  const keyOf = (jwk: EcPublicJwk, jkt: string): Effect.Effect<KeyObject, InvalidDpopProof> => {
    const known = recent.get(jkt);
    return known === undefined
      ? Effect.tap(importKey(jwk), (key) => Effect.sync(() => recent.set(jkt, key)))
      : Effect.succeed(known);
  };
  const readClaims = Schema.decodeUnknown(ProofClaims);
  return DpopProofs.of({
    verify: traced("DpopProofs.verify")(function* (compact) {
      if (!isCompactJws(compact)) return yield* refused("malformed");
      const header = yield* readHeader(compact);
      if (header.typ !== "dpop+jwt") return yield* refused("wrong-typ");
      if (header.alg !== "ES256") return yield* refused("alg-not-allowed");
      if (hasExtensions(header)) return yield* refused("malformed");
      const jwk = yield* Effect.mapError(readProofKey(header.jwk), refused);
      const jkt = thumbprint(jwk);
      const payload = verifyCompact(compact, yield* keyOf(jwk, jkt));
      if (Option.isNone(payload)) return yield* refused("bad-signature");
      const claims = yield* Effect.mapError(readClaims(payload.value.toString("utf8")), () => refused("bad-claims"));
      return { ...claims, iat: Math.floor(claims.iat), jkt, ath: claims.ath ?? null, nonce: claims.nonce ?? null };
    })
  });
});
