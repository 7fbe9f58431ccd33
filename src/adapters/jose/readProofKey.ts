import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { EcPublicJwk } from "./EcPublicJwk.ts";

const Coordinate = Schema.String.pipe(
  // Only one encoding is accepted, because the thumbprint covers the text: another one would be a second identity of the key.
  Schema.filter((text) => {
    const bytes = Buffer.from(text, "base64url");
    return bytes.length === 32 && bytes.toString("base64url") === text;
  })
);

const ProofKey = Schema.Struct({
  kty: Schema.Literal("EC"),
  crv: Schema.Literal("P-256"),
  x: Coordinate,
  y: Coordinate,
  alg: Schema.optional(Schema.Literal("ES256")),
  use: Schema.optional(Schema.Literal("sig"))
});

const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];

/** Returns the key in the header of a proof: public and on P-256 (RFC 9449 section 4.3, item 7). */
export const readProofKey = (jwk: unknown): Either.Either<EcPublicJwk, "bad-key"> => {
  if (typeof jwk !== "object" || jwk === null) return Either.left("bad-key");
  if (privateMembers.some((member) => member in jwk)) return Either.left("bad-key");
  return Either.mapBoth(Schema.decodeUnknownEither(ProofKey)(jwk), {
    onLeft: () => "bad-key",
    onRight: ({ kty, crv, x, y }) => ({ kty, crv, x, y })
  });
};
