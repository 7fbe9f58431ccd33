import * as Either from "effect/Either";
import { verifyInclusion } from "../transparency/inclusionProof.ts";
import { parseTlogProof } from "../transparency/tlogProof.ts";
import type { VerifierKey } from "../transparency/VerifierKey.ts";
import type { VerifyEd25519 } from "../transparency/verifyNote.ts";
import { checkEventLine } from "./checkEventLine.ts";
import { readEventLine } from "./exportLine.ts";
import type { Fault } from "./Fault.ts";
import { readSignedCheckpoint } from "./readSignedCheckpoint.ts";

/** What a proof proves: the leaf at a position is in the tree of a checkpoint. */
export interface Proven {
  readonly position: number;
  readonly size: number;
  readonly rootHash: Uint8Array;
}

/** The proof has no leaf hash, and no event was given. */
export interface LeafMissing {
  readonly _tag: "LeafMissing";
}

const utf8 = new TextEncoder();

const leafOf = (
  line: string | null,
  extra: Uint8Array | null,
  position: number
): Either.Either<Uint8Array, Fault | LeafMissing> => {
  if (line === null) return extra?.length === 32 ? Either.right(extra) : Either.left({ _tag: "LeafMissing" });
  const read = readEventLine(utf8.encode(`${line.replace(/\n$/, "")}\n`));
  if (read === null) return Either.left({ position, part: "leaf", reason: "the given line is not of an event" });
  if (read.position !== position)
    return Either.left({ position, part: "position", reason: `the line has position ${read.position}` });
  return checkEventLine(read);
};

/** Verifies a proof file (C2SP tlog-proof), of the line of an event or, without one, of the leaf hash in the file. */
export const checkProof = (
  text: string,
  line: string | null,
  keys: ReadonlyArray<VerifierKey>,
  verify: VerifyEd25519
): Either.Either<Proven, Fault | LeafMissing> => {
  const proof = Either.getOrNull(parseTlogProof(text));
  if (proof === null) return Either.left({ position: 0, part: "checkpoint", reason: "the file is not a tlog-proof" });
  const position = proof.index + 1;
  const leaf = leafOf(line, proof.extra, position);
  if (Either.isLeft(leaf)) return Either.left(leaf.left);
  const checkpoint = readSignedCheckpoint(proof.checkpoint, keys, verify, position);
  if (Either.isLeft(checkpoint)) return Either.left(checkpoint.left);
  const { rootHash, size } = checkpoint.right;
  return verifyInclusion(proof.index, size, leaf.right, proof.hashes, rootHash)
    ? Either.right({ position, size, rootHash })
    : Either.left({ position, part: "tree", reason: "the proof does not lead to the root of the checkpoint" });
};
