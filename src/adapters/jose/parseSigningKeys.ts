import { createECDH, createPrivateKey, type JsonWebKey, type KeyObject } from "node:crypto";
import type * as Arr from "effect/Array";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { base58btc } from "multiformats/bases/base58";
import { parseKeyList } from "../../domain/crypto/parseKeyList.ts";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";
import { EcPrivateJwk } from "./EcPrivateJwk.ts";
import { thumbprint } from "./EcPublicJwk.ts";

const p256Private = Uint8Array.of(0x86, 0x26);
const scalarLength = 32;
const oneKey = /-----BEGIN (?<label>(?:EC )?PRIVATE KEY)-----[\s\S]*?-----END \k<label>-----|\{[^{}]*\}|[^,\s]+/g;

/** OpenSSL writes the name of the curve before a SEC1 key. The key itself has it, too. */
const parameters = /-----BEGIN EC PARAMETERS-----[\s\S]*?-----END EC PARAMETERS-----/g;

const accepted = "use multibase z… (npx tidemark keys generate), PEM, or a JWK";

/** Converts a throwing parser to one that discards the message, which may contain parts of the key. */
const orNull = <A>(parse: () => A): Option.Option<A> => Option.liftThrowable(parse)();

const jwkFromScalar = (scalar: Uint8Array): JsonWebKey => {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  return {
    kty: "EC",
    crv: "P-256",
    d: Buffer.from(scalar).toString("base64url"),
    x: point.subarray(1, 1 + scalarLength).toString("base64url"),
    y: point.subarray(1 + scalarLength).toString("base64url")
  };
};

const parseMultibase = (text: string): Either.Either<KeyObject, string> =>
  Either.gen(function* () {
    const bytes = yield* Either.fromOption(
      orNull(() => base58btc.decode(text)),
      () => "is not valid base58 multibase"
    );
    const isP256 = bytes[0] === p256Private[0] && bytes[1] === p256Private[1];
    if (!isP256 || bytes.length !== p256Private.length + scalarLength) {
      return yield* Either.left(
        "is multibase, but not a P-256 private key (create one with npx tidemark keys generate)"
      );
    }
    return yield* Either.fromOption(
      orNull(() => createPrivateKey({ key: jwkFromScalar(bytes.subarray(p256Private.length)), format: "jwk" })),
      () => "holds no valid P-256 private key"
    );
  });

const parsePem = (text: string): Either.Either<KeyObject, string> =>
  Either.fromOption(
    orNull(() => createPrivateKey(text)),
    () => "is PEM, but not an unencrypted PKCS#8 or SEC1 private key"
  );

const parseJwk = (text: string): Either.Either<KeyObject, string> =>
  Either.gen(function* () {
    const jwk = yield* Either.mapLeft(
      Schema.decodeUnknownEither(Schema.parseJson(EcPrivateJwk))(text),
      () => "is JSON, but not a private P-256 JWK with the members kty, crv, x, y and d"
    );
    const key = yield* Either.fromOption(
      orNull(() => createPrivateKey({ key: { ...jwk }, format: "jwk" })),
      () => "is a JWK whose members are not one valid P-256 key"
    );
    // OpenSSL does not check x and y. With a pair that does not match d, signatures could not be verified.
    const derived = yield* Either.fromOption(
      orNull(() => jwkFromScalar(Buffer.from(jwk.d, "base64url"))),
      () => "is a JWK whose d is not a valid P-256 key"
    );
    return derived.x === jwk.x && derived.y === jwk.y
      ? key
      : yield* Either.left("is a JWK whose x and y do not belong to its d");
  });

const parserFor = (text: string): Option.Option<(text: string) => Either.Either<KeyObject, string>> => {
  if (text.startsWith("-----BEGIN")) return Option.some(parsePem);
  if (text.startsWith("{")) return Option.some(parseJwk);
  return text.startsWith("z") ? Option.some(parseMultibase) : Option.none();
};

const signingKey = (key: KeyObject): Either.Either<SigningKey, string> =>
  Either.mapBoth(Schema.decodeUnknownEither(EcPrivateJwk)(key.export({ format: "jwk" })), {
    onLeft: () => "is not a P-256 key",
    onRight: (jwk: EcPrivateJwk) => ({
      kid: thumbprint({ kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }),
      jwk: Redacted.make(JSON.stringify(jwk))
    })
  });

const parseOne = (text: string): Either.Either<SigningKey, string> =>
  Option.match(parserFor(text), {
    onNone: () => Either.left(`is in no known form (${accepted})`),
    onSome: (parse) => Either.flatMap(parse(text), signingKey)
  });

/**
 * Parses the private P-256 keys of `OAUTH_SIGNING_KEY`: multibase, PEM (line breaks may be written `\n`) or JWK, separated
 * by commas. Left is the end of a sentence that begins with the name of the variable, and never contains the value.
 */
export const parseSigningKeys = (text: string): Either.Either<Arr.NonEmptyReadonlyArray<SigningKey>, string> =>
  parseKeyList(text.replaceAll(parameters, ""), { oneKey, accepted, parse: parseOne, idOf: ({ kid }) => kid });
