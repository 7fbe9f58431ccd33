import * as Either from "effect/Either";
import { parseAddCheckpoint } from "../transparency/addCheckpoint.ts";
import { type TreeHead, verifyConsistency } from "../transparency/consistencyProof.ts";
import { emptyRoot, isSameHash } from "../transparency/merkleHash.ts";
import { statedCheckpoint } from "../transparency/statedCheckpoint.ts";
import type { VerifierKey } from "../transparency/VerifierKey.ts";
import { type VerifyEd25519, verifyNote } from "../transparency/verifyNote.ts";

/** A checkpoint that a log signed: its origin, the head of its tree, and its text, which cosignatures cover. */
export interface SignedHead extends TreeHead {
  readonly origin: string;
  readonly text: string;
}

/** What a witness does with a request for a cosignature (C2SP tlog-witness, add-checkpoint). */
export type CosigningDecision =
  | { readonly _tag: "Cosign"; readonly head: SignedHead }
  /** The body is no request, or its old size exceeds the size of the checkpoint. */
  | { readonly _tag: "Malformed" }
  /** The witness does not follow the log. */
  | { readonly _tag: "UnknownLog" }
  /** No key of the log signed the checkpoint. */
  | { readonly _tag: "NotSigned" }
  /** The witness last cosigned `size`, and the request starts from another size. */
  | { readonly _tag: "OtherSize"; readonly size: number }
  /** The log signed another root hash for the size that the witness cosigned last. */
  | { readonly _tag: "OtherRoot"; readonly size: number }
  /** The proof does not show that the checkpoint extends what the witness cosigned last. */
  | { readonly _tag: "NotConsistent" };

const isConsistent = (latest: TreeHead | null, head: TreeHead, proof: ReadonlyArray<Uint8Array>): boolean => {
  if (latest !== null && latest.size > 0) return verifyConsistency(latest, head, proof);
  return proof.length === 0 && (head.size > 0 || isSameHash(head.rootHash, emptyRoot));
};

/** Reads the signed checkpoint of a request, or returns why it is none that the witness may cosign. */
const readHead = (
  logs: ReadonlyArray<VerifierKey>,
  note: string,
  verify: VerifyEd25519
): SignedHead | CosigningDecision => {
  const stated = statedCheckpoint(note);
  if (stated === null) return { _tag: "Malformed" };
  const { origin, size, rootHash } = stated.checkpoint;
  const keys = logs.filter(({ name, type }) => name === origin && type === "note");
  if (keys.length === 0) return { _tag: "UnknownLog" };
  return Either.isRight(verifyNote(stated.note, keys, verify))
    ? { origin, size, rootHash, text: stated.note.text }
    : { _tag: "NotSigned" };
};

/**
 * Decides on the body of a request. `logs` are the keys of the logs that the witness follows, each named by its origin;
 * `latestOf` returns the head that it cosigned last for an origin. A head is cosigned only if it extends that one.
 */
export const decideCosigning = (
  body: string,
  logs: ReadonlyArray<VerifierKey>,
  latestOf: (origin: string) => TreeHead | null,
  verify: VerifyEd25519
): CosigningDecision => {
  const request = Either.getOrNull(parseAddCheckpoint(body));
  if (request === null) return { _tag: "Malformed" };
  const head = readHead(logs, request.checkpoint, verify);
  if ("_tag" in head) return head;
  if (request.oldSize > head.size) return { _tag: "Malformed" };
  const latest = latestOf(head.origin);
  const size = latest?.size ?? 0;
  if (request.oldSize !== size) return { _tag: "OtherSize", size };
  if (latest !== null && head.size === size && !isSameHash(head.rootHash, latest.rootHash)) {
    return { _tag: "OtherRoot", size };
  }
  return isConsistent(latest, head, request.proof) ? { _tag: "Cosign", head } : { _tag: "NotConsistent" };
};
