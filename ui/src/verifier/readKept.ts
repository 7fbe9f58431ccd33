import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import type { Checkpoint } from "../../../src/domain/transparency/Checkpoint.ts";
import { keptNote } from "../../../src/domain/transparency/publishing/keptNote.ts";
import { parseNote } from "../../../src/domain/transparency/SignedNote.ts";
import { parseVerifierKey, type VerifierKey, verifierKeyText } from "../../../src/domain/transparency/VerifierKey.ts";
import { keyOfSignature } from "../../../src/domain/transparency/verifyNote.ts";
import { readSignedCheckpoint } from "../../../src/domain/verification/readSignedCheckpoint.ts";
import type { KnownSignatures } from "./KnownSignatures.ts";
import { type Compared, type KeptCheckpoint, VerificationInterrupted } from "./Verification.ts";

/** Reads verifier keys, one a line. Lines that are none are left out. */
export const readVerifierKeys = (text: string): ReadonlyArray<VerifierKey> =>
  text
    .split("\n")
    .flatMap((line) => Either.match(parseVerifierKey(line), { onLeft: () => [], onRight: (key) => [key] }));

/** Returns the key that signed a note, among given ones; null if none did. */
export const signerOf = (text: string, keys: ReadonlyArray<VerifierKey>): VerifierKey | null => {
  const note = Either.getOrNull(parseNote(text));
  for (const signature of note?.signatures ?? []) {
    const key = keyOfSignature(keys, signature);
    if (key !== null) return key;
  }
  return null;
};

const keysFor = (kept: KeptCheckpoint, named: ReadonlyArray<VerifierKey>): ReadonlyArray<VerifierKey> =>
  kept.keys.length === 0 ? named : readVerifierKeys(kept.keys.join("\n"));

const names = { pasted: "The pasted checkpoint", "last-visit": "The checkpoint that this browser remembers" } as const;

/** A kept checkpoint with the key that signed it. */
export interface ReadKept {
  readonly checkpoint: Checkpoint;
  readonly compared: Compared;
  /** Whether the service names the key as one of its own. */
  readonly isOfThisLog: boolean;
}

/** Reads a kept checkpoint. One that its keys did not sign interrupts the verification: it says nothing about the log. */
export const readKept = async (
  kept: KeptCheckpoint,
  named: ReadonlyArray<VerifierKey>,
  signatures: KnownSignatures
): Promise<ReadKept> => {
  const keys = keysFor(kept, named);
  const note = keptNote(kept.note);
  await signatures.learn(note, keys);
  const read = readSignedCheckpoint(note, keys, signatures.verify);
  if (Either.isLeft(read))
    throw new VerificationInterrupted(`${names[kept.from]} cannot be compared with the log: ${read.left.reason}.`);
  const checkpoint = read.right;
  const signer = signerOf(note, keys);
  return {
    checkpoint,
    compared: { from: kept.from, size: checkpoint.size, rootHash: Encoding.encodeBase64(checkpoint.rootHash) },
    isOfThisLog: signer !== null && named.some((key) => verifierKeyText(key) === verifierKeyText(signer))
  };
};
