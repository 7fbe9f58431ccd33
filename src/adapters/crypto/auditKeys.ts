import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { base58btc } from "multiformats/bases/base58";
import { parseKeyList } from "../../domain/crypto/parseKeyList.ts";
import type { AuditKey } from "../../domain/transparency/AuditKey.ts";

/** The multicodec `ed25519-priv` as a varint, before the 32 bytes of the private key. */
const ed25519Private = Uint8Array.of(0x80, 0x26);

/** The DER of a private Ed25519 key up to its 32 bytes (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

const oneKey = /-----BEGIN PRIVATE KEY-----[\s\S]*?-----END PRIVATE KEY-----|[^,\s]+/g;

const accepted = "use multibase z… (npx tidemark keys generate --audit) or PKCS#8 PEM";

/** Converts a throwing parser to one that discards the message, which may contain parts of the key. */
const orNull = <A>(parse: () => A): Option.Option<A> => Option.liftThrowable(parse)();

const pem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString();

const auditKey = (key: KeyObject): Either.Either<AuditKey, string> =>
  key.asymmetricKeyType === "ed25519"
    ? Either.right({
        publicKey: new Uint8Array(createPublicKey(key).export({ type: "spki", format: "der" }).subarray(-32)),
        privateKey: Redacted.make(pem(key))
      })
    : Either.left("is not an Ed25519 key");

const parseMultibase = (text: string): Either.Either<KeyObject, string> => {
  const bytes = Option.getOrNull(orNull(() => base58btc.decode(text)));
  if (bytes === null) return Either.left("is not valid base58 multibase");
  if (bytes.length !== 34 || bytes[0] !== ed25519Private[0] || bytes[1] !== ed25519Private[1]) {
    return Either.left(
      "is multibase, but not an Ed25519 private key (create one with npx tidemark keys generate --audit)"
    );
  }
  const der = Buffer.concat([pkcs8Prefix, bytes.subarray(2)]);
  return Either.right(createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
};

const parseOne = (text: string): Either.Either<AuditKey, string> => {
  if (text.startsWith("-----BEGIN")) {
    return Either.flatMap(
      Either.fromOption(
        orNull(() => createPrivateKey(text)),
        () => "is PEM, but not an unencrypted PKCS#8 private key"
      ),
      auditKey
    );
  }
  return text.startsWith("z")
    ? Either.flatMap(parseMultibase(text), auditKey)
    : Either.left(`is in no known form (${accepted})`);
};

/**
 * Parses the private Ed25519 keys of `AUDIT_SIGNING_KEY`: multibase or PKCS#8 PEM (line breaks may be written `\n`),
 * separated by commas. Left is the end of a sentence that begins with the name of the variable, and never contains the
 * value.
 */
export const parseAuditKeys = (text: string): Either.Either<Arr.NonEmptyReadonlyArray<AuditKey>, string> =>
  parseKeyList(text, {
    oneKey,
    accepted,
    parse: parseOne,
    idOf: ({ publicKey }) => Buffer.from(publicKey).toString("base64")
  });

/** Generates a private Ed25519 key as PKCS#8 PEM, a form that `AUDIT_SIGNING_KEY` accepts. */
export const generateAuditKey: Effect.Effect<Redacted.Redacted> = Effect.sync(() =>
  Redacted.make(pem(generateKeyPairSync("ed25519").privateKey))
);

/** Formats a private key as one line for `AUDIT_SIGNING_KEY`: multibase. */
export const auditKeyLine = ({ privateKey }: AuditKey): Redacted.Redacted => {
  const der = createPrivateKey(Redacted.value(privateKey)).export({ type: "pkcs8", format: "der" });
  return Redacted.make(base58btc.encode(Uint8Array.from([...ed25519Private, ...der.subarray(-32)])));
};
