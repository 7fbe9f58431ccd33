import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { traced } from "../../../domain/failure/traced.ts";
import { addCheckpointText } from "../../../domain/transparency/addCheckpoint.ts";
import { Cosignatures } from "../../../domain/transparency/publishing/Cosignatures.ts";
import { outcome, type PublicationOutcome } from "../../../domain/transparency/publishing/Publication.ts";
import type { AskedWitness } from "../../../domain/transparency/publishing/Witnesses.ts";
import { WitnessRequests, type WitnessResponse } from "../../../domain/transparency/publishing/WitnessRequests.ts";
import { readCosignature } from "../../../domain/transparency/readCosignature.ts";
import { type SealedCheckpoint, SealedTree } from "../../../domain/transparency/SealedTree.ts";
import { parseNote, signatureLine } from "../../../domain/transparency/SignedNote.ts";
import { verifierKeyText } from "../../../domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../../domain/transparency/verifyEd25519.ts";
import { readConsistencyProof } from "../readProof.ts";

/** A witness may state another size in every response, for example while another process asks it. */
const maxRequests = 4;

const send = Effect.fnUntraced(function* ({ address }: AskedWitness, { note, size }: SealedCheckpoint, from: number) {
  const proof = from === 0 || from === size ? [] : yield* readConsistencyProof(from, size);
  return yield* (yield* WitnessRequests).addCheckpoint(
    address,
    addCheckpointText({ oldSize: from, proof, checkpoint: note })
  );
});

/** Verifies and stores the cosignature of the witness. */
const accept = Effect.fnUntraced(function* (
  { key }: AskedWitness,
  { note, size }: SealedCheckpoint,
  lines: string,
  before: number,
  isReset: boolean
) {
  const text = Either.match(parseNote(note), { onLeft: () => "", onRight: (signed) => signed.text });
  const read = readCosignature(text, lines, key, verifyEd25519);
  if (Either.isLeft(read)) return outcome("lying", read.left.reason, before, isReset);
  const { signature, time } = read.right;
  const cosignature = { size, witness: verifierKeyText(key), line: signatureLine(signature), time };
  yield* (yield* Cosignatures).store(cosignature);
  return outcome("current", null, size, isReset);
});

type Failure = Exclude<WitnessResponse, { readonly _tag: "Cosignatures" | "OtherSize" }>;

const failed = (response: Failure, before: number, isReset: boolean): PublicationOutcome => {
  switch (response._tag) {
    case "Refused":
      return outcome("refused", response.reason, before, isReset);
    case "NotConsistent":
      return outcome("contradicting", "not-consistent", before, isReset);
    case "NoResponse":
      return outcome("away", response.reason, before, isReset);
  }
};

/**
 * Asks a witness for a cosignature of a checkpoint, with a proof from what it cosigned last, and stores it. A witness that
 * states another size is asked again from there. Whatever it returns ends in an outcome.
 */
export const askWitness = traced("askWitness")(function* (witness: AskedWitness, latest: SealedCheckpoint) {
  const tree = yield* SealedTree;
  const before = yield* (yield* Cosignatures).largestBy(verifierKeyText(witness.key));
  let checkpoint = latest;
  let from = Math.min(before, latest.size);
  let isReset = false;
  for (let request = 0; request < maxRequests; request += 1) {
    const response = yield* send(witness, checkpoint, from);
    if (response._tag === "Cosignatures") return yield* accept(witness, checkpoint, response.lines, before, isReset);
    if (response._tag !== "OtherSize") return failed(response, before, isReset);
    const { size } = response;
    // The same size means another root hash, where that is possible.
    if (size === from)
      return outcome(from === checkpoint.size ? "contradicting" : "lying", "other-root", before, isReset);
    // Another process may have sealed and asked meanwhile.
    if (size > checkpoint.size) checkpoint = Option.getOrElse(yield* tree.latest, () => checkpoint);
    if (size > checkpoint.size) return outcome("lying", "size-beyond", before, isReset);
    isReset = isReset || size < before;
    from = size;
  }
  return outcome(isReset ? "reset" : "behind", null, before, isReset);
});
