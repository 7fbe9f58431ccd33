import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { sha256 } from "../crypto/sha256.ts";
import { isKeyName } from "./SignedNote.ts";
import { decodeStrictBase64 } from "./strictBase64.ts";

/**
 * What a key signs: `note` is the text of a note (type 0x01 of C2SP signed-note), `cosignature` the statement of a
 * witness about a checkpoint (type 0x04 of C2SP tlog-cosignature). Both are Ed25519.
 */
export type SignatureType = "note" | "cosignature";

const typeBytes: Readonly<Record<SignatureType, number>> = { note: 1, cosignature: 4 };

/** A public Ed25519 key (32 bytes) with its name and its id (8 hexadecimal digits). */
export interface VerifierKey {
  readonly name: string;
  readonly keyId: string;
  readonly type: SignatureType;
  readonly publicKey: Uint8Array;
}

/** A text is not a verifier key (vkey) that can be used here. */
export class VerifierKeyInvalid extends Schema.TaggedError<VerifierKeyInvalid>()("VerifierKeyInvalid", {
  reason: Schema.Literal("form", "name", "key", "type", "key-id")
}) {}

const utf8 = new TextEncoder();

const typed = (type: number, publicKey: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(1 + publicKey.length);
  bytes[0] = type;
  bytes.set(publicKey, 1);
  return bytes;
};

/** Returns the id of a key: the first four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ public key), in hexadecimal. */
const keyIdOf = (name: string, key: Uint8Array): string => {
  const prefix = utf8.encode(`${name}\n`);
  const bytes = new Uint8Array(prefix.length + key.length);
  bytes.set(prefix);
  bytes.set(key, prefix.length);
  return Encoding.encodeHex(sha256(bytes).subarray(0, 4));
};

/** Returns the verifier key of a public Ed25519 key. The name satisfies `isKeyName`. */
export const verifierKey = (name: string, publicKey: Uint8Array, type: SignatureType = "note"): VerifierKey => ({
  name,
  keyId: keyIdOf(name, typed(typeBytes[type], publicKey)),
  type,
  publicKey
});

/** Returns a verifier key in the form of C2SP signed-note: `<name>+<key id>+<base64 of the type and the key>`. */
export const verifierKeyText = ({ name, keyId, type, publicKey }: VerifierKey): string =>
  `${name}+${keyId}+${Encoding.encodeBase64(typed(typeBytes[type], publicKey))}`;

/** Reads a verifier key. */
export const parseVerifierKey = (text: string): Either.Either<VerifierKey, VerifierKeyInvalid> => {
  const invalid = (reason: VerifierKeyInvalid["reason"]) => Either.left(new VerifierKeyInvalid({ reason }));
  const [, name = "", keyId = "", encoded = ""] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/.exec(text) ?? [];
  if (keyId === "") return invalid("form");
  if (!isKeyName(name)) return invalid("name");
  const bytes = decodeStrictBase64(encoded);
  if (bytes === null || bytes.length === 0) return invalid("key");
  const type = bytes[0] === typeBytes.note ? "note" : "cosignature";
  if (bytes[0] !== typeBytes[type]) return invalid("type");
  if (bytes.length !== 33) return invalid("key");
  const key = verifierKey(name, bytes.slice(1), type);
  return key.keyId === keyId ? Either.right(key) : invalid("key-id");
};
