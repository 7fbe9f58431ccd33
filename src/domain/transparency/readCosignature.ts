import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { cosignedMessage } from "./cosignature.ts";
import { type NoteSignature, parseNote } from "./SignedNote.ts";
import type { VerifierKey } from "./VerifierKey.ts";
import type { VerifyEd25519 } from "./verifyNote.ts";

/** A verified cosignature of a checkpoint, with its time in seconds since 1970. */
export interface Cosignature {
  readonly signature: NoteSignature;
  readonly time: number;
}

/**
 * The response of a witness holds no valid cosignature of the checkpoint: `malformed` is no list of signature lines,
 * `other-key` has none by the key of the witness, `not-verified` has one that is false.
 */
export class CosignatureInvalid extends Schema.TaggedError<CosignatureInvalid>()("CosignatureInvalid", {
  reason: Schema.Literal("malformed", "other-key", "not-verified")
}) {}

/**
 * Reads the response of a witness to an add-checkpoint request, and returns the cosignature of its key under the text of
 * the checkpoint (C2SP tlog-witness). Signatures of other keys are ignored.
 */
export const readCosignature = (
  text: string,
  body: string,
  key: VerifierKey,
  verify: VerifyEd25519
): Either.Either<Cosignature, CosignatureInvalid> => {
  const invalid = (reason: CosignatureInvalid["reason"]) => Either.left(new CosignatureInvalid({ reason }));
  const note = Either.getOrNull(parseNote(`${text}\n${body}`));
  if (note === null || note.text !== text) return invalid("malformed");
  const signature = note.signatures.find(({ name, keyId }) => name === key.name && keyId === key.keyId);
  if (signature === undefined || key.type !== "cosignature") return invalid("other-key");
  const cosigned = cosignedMessage(text, signature.signature);
  return cosigned !== null && verify(key.publicKey, cosigned.message, cosigned.signature)
    ? Either.right({ signature, time: cosigned.time })
    : invalid("not-verified");
};
