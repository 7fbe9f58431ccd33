import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";

// 32 bytes have exactly one spelling: the unused bits of the last character are zero.
const Coordinate = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/));

/** A public P-256 key with which a client signs its assertions (RFC 7517, RFC 7518 section 6.2.1). */
export const ClientKey = Schema.Struct({
  kty: Schema.Literal("EC"),
  crv: Schema.Literal("P-256"),
  x: Coordinate,
  y: Coordinate,
  kid: Schema.NullOr(Schema.String.pipe(Schema.maxLength(256)))
});
export type ClientKey = typeof ClientKey.Type;

const KeySet = Schema.Struct({ keys: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown })) });

const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];
const maxKeys = 20;

const verifiesEs256 = ({ alg, key_ops, use }: Readonly<Record<string, unknown>>): boolean =>
  (use === undefined || use === "sig") &&
  (alg === undefined || alg === "ES256") &&
  (key_ops === undefined || (Array.isArray(key_ops) && key_ops.includes("verify")));

const readKey = (jwk: Readonly<Record<string, unknown>>): ReadonlyArray<ClientKey> =>
  verifiesEs256(jwk)
    ? Option.toArray(
        Schema.decodeUnknownOption(ClientKey)({ ...jwk, kid: jwk.kid ?? null }, { onExcessProperty: "ignore" })
      )
    : [];

/**
 * Returns the keys of a JWK set that verify ES256, without the others (RFC 7517 section 5). Fails with the predicate of
 * a sentence about the set.
 */
export const readKeySet = (value: unknown): Either.Either<ReadonlyArray<ClientKey>, string> => {
  const set = Schema.decodeUnknownOption(KeySet)(value);
  if (Option.isNone(set)) return Either.left('must be a JWK set, such as {"keys":[…]}.');
  if (set.value.keys.length > maxKeys) return Either.left(`must contain at most ${maxKeys} keys.`);
  if (set.value.keys.some((jwk) => privateMembers.some((member) => member in jwk))) {
    return Either.left("contains a private or shared key; publish only the public members, and replace that key.");
  }
  const keys = set.value.keys.flatMap(readKey);
  return keys.length === 0 ? Either.left("must contain a P-256 key that verifies ES256.") : Either.right(keys);
};
