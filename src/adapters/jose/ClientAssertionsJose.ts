import { createPublicKey, type KeyObject } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { LRUCache } from "lru-cache";
import { ClientAssertions, InvalidAssertion } from "../../domain/client/authentication/ClientAssertion.ts";
import type { ClientKey } from "../../domain/client/authentication/ClientKey.ts";
import { maxJtiLength } from "../../domain/dpop/checkProof.ts";
import { traced } from "../../domain/failure/traced.ts";
import { fitsInBytes } from "../../domain/record/shape/fitsInBytes.ts";
import { hasExtensions, verifyCompact } from "./compactJws.ts";
import { thumbprint } from "./EcPublicJwk.ts";
import { isCompactJws } from "./isCompactJws.ts";

const rememberedKeys = 2000;

/** A JWT of another type is rejected, even if the signature is valid (RFC 8725 section 3.11). */
const typs: ReadonlyArray<string | undefined> = [undefined, "JWT", "jwt", "client-authentication+jwt"];

const Claims = Schema.parseJson(
  Schema.Struct({
    iss: Schema.String,
    sub: Schema.String,
    aud: Schema.Union(Schema.String, Schema.Array(Schema.String)),
    exp: Schema.Finite,
    iat: Schema.Finite,
    nbf: Schema.optional(Schema.Finite),
    jti: Schema.String.pipe(
      Schema.minLength(1),
      Schema.filter((jti) => fitsInBytes(jti, maxJtiLength))
    )
  })
);

const refused = (reason: InvalidAssertion["reason"]) => new InvalidAssertion({ reason });

/** Returns the candidate keys for a `kid`: those with that id, otherwise those without an id. */
const candidates = (keys: ReadonlyArray<ClientKey>, kid: string | undefined): ReadonlyArray<ClientKey> => {
  if (kid === undefined) return keys;
  const named = keys.filter((key) => key.kid === kid);
  return named.length > 0 ? named : keys.filter((key) => key.kid === null);
};

const importKey = ({ crv, kty, x, y }: ClientKey) =>
  Effect.try({
    try: () => createPublicKey({ key: { crv, kty, x, y }, format: "jwk" }),
    catch: () => refused("unknown-key")
  });

/** Implements `ClientAssertions` with OpenSSL: ES256 only, signed by a key of the client. Recently used keys stay imported. */
export const layer: Layer.Layer<ClientAssertions> = Layer.sync(ClientAssertions, () => {
  const recent = new LRUCache<string, KeyObject>({ max: rememberedKeys });
  const imported = (key: ClientKey, jkt: string) => {
    const known = recent.get(jkt);
    return known === undefined
      ? Effect.tap(importKey(key), (made) => Effect.sync(() => recent.set(jkt, made)))
      : Effect.succeed(known);
  };
  const readClaims = Schema.decodeUnknown(Claims);
  const readHeader = Option.liftThrowable(decodeProtectedHeader);
  const readUnverified = Option.liftThrowable((assertion: string) => decodeJwt(assertion).sub);

  const verified = Effect.fnUntraced(function* (assertion: string, key: ClientKey) {
    const jkt = thumbprint(key);
    const payload = verifyCompact(assertion, yield* imported(key, jkt));
    return Option.isSome(payload) ? { jkt, payload: payload.value } : yield* refused("bad-signature");
  });

  return ClientAssertions.of({
    subjectOf: (assertion) =>
      isCompactJws(assertion) ? Option.flatMapNullable(readUnverified(assertion), (sub) => sub) : Option.none(),
    verify: traced("ClientAssertions.verify")(function* (assertion, keys) {
      if (!isCompactJws(assertion)) return yield* refused("malformed");
      const header = yield* Effect.mapError(readHeader(assertion), () => refused("malformed"));
      if (!typs.includes(header.typ)) return yield* refused("wrong-typ");
      if (header.alg !== "ES256") return yield* refused("alg-not-allowed");
      if (hasExtensions(header)) return yield* refused("malformed");
      const found = candidates(keys, header.kid);
      if (found.length === 0) return yield* refused("unknown-key");
      const { jkt, payload } = yield* Effect.firstSuccessOf(found.map((key) => verified(assertion, key)));
      const claims = yield* Effect.mapError(readClaims(payload.toString("utf8")), () => refused("bad-claims"));
      return { ...claims, nbf: claims.nbf ?? null, jkt };
    })
  });
});
