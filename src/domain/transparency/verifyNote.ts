import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { cosignedMessage } from "./cosignature.ts";
import type { NoteSignature, SignedNote } from "./SignedNote.ts";
import type { VerifierKey } from "./VerifierKey.ts";

/** Says whether 64 bytes are the Ed25519 signature of a message under a public key of 32 bytes (RFC 8032). */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

/** No given key signed a note, or a signature under the name and id of a given key is false. */
export class NoteNotVerified extends Schema.TaggedError<NoteNotVerified>()("NoteNotVerified", {
  reason: Schema.Literal("no-known-key", "signature")
}) {}

const utf8 = new TextEncoder();

const isSignature = (key: VerifierKey, text: string, signature: Uint8Array, verify: VerifyEd25519): boolean => {
  if (key.type === "note") return signature.length === 64 && verify(key.publicKey, utf8.encode(text), signature);
  const cosigned = cosignedMessage(text, signature);
  return cosigned !== null && verify(key.publicKey, cosigned.message, cosigned.signature);
};

/** Returns the key of a signature among given ones: of the same name and id. */
export const keyOfSignature = (keys: ReadonlyArray<VerifierKey>, { name, keyId }: NoteSignature): VerifierKey | null =>
  keys.find((key) => key.name === name && key.keyId === keyId) ?? null;

/**
 * Verifies the signatures of a note by the given keys and returns those keys, at least one. Signatures of other keys
 * are ignored. One false signature of a given key refuses the whole note (C2SP signed-note, Signatures).
 */
export const verifyNote = (
  note: SignedNote,
  keys: ReadonlyArray<VerifierKey>,
  verify: VerifyEd25519
): Either.Either<ReadonlyArray<VerifierKey>, NoteNotVerified> => {
  const verified = new Set<VerifierKey>();
  for (const signature of note.signatures) {
    const key = keyOfSignature(keys, signature);
    if (key === null) continue;
    if (!isSignature(key, note.text, signature.signature, verify)) {
      return Either.left(new NoteNotVerified({ reason: "signature" }));
    }
    verified.add(key);
  }
  return verified.size === 0
    ? Either.left(new NoteNotVerified({ reason: "no-known-key" }))
    : Either.right([...verified]);
};
