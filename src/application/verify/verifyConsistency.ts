import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import { traced } from "../../domain/failure/traced.ts";
import { verifyConsistency as isConsistent } from "../../domain/transparency/consistencyProof.ts";
import type { VerifierKey } from "../../domain/transparency/VerifierKey.ts";
import { EventChecker } from "../../domain/verification/EventChecker.ts";
import type { Fault } from "../../domain/verification/Fault.ts";
import { readSignedCheckpoint } from "../../domain/verification/readSignedCheckpoint.ts";
import { proveConsistency } from "../transparency/proveConsistency.ts";
import { publishedKeys } from "../transparency/publishedKeys.ts";
import type { VerifyReport } from "./VerifyReport.ts";

const failed = (firstBad: Fault): VerifyReport => ({ checked: 0, size: 0, rootHash: null, firstBad });

/** Verifies that the latest stored checkpoint continues an older one, whose text somebody kept, by a consistency proof. */
export const verifyConsistency = traced("verifyConsistency")(function* (
  text: string,
  given: ReadonlyArray<VerifierKey>
) {
  const { verifyEd25519 } = yield* EventChecker;
  const keys = given.length > 0 ? given : yield* publishedKeys;
  const older = readSignedCheckpoint(text, keys, verifyEd25519);
  if (Either.isLeft(older)) return failed(older.left);
  const { size } = older.right;
  const proof = yield* Effect.either(proveConsistency(size));
  if (Either.isLeft(proof)) {
    if (proof.left._tag !== "NotSealed") return yield* proof.left;
    return failed({
      position: proof.left.size + 1,
      part: "checkpoint",
      reason: `an older checkpoint is of ${size} events`
    });
  }
  const { checkpoint, hashes } = proof.right;
  const newer = readSignedCheckpoint(checkpoint.note, keys, verifyEd25519);
  if (Either.isLeft(newer)) return failed(newer.left);
  const reason = `an older checkpoint of ${size} events is not the beginning of the latest one`;
  return {
    checked: size,
    size: newer.right.size,
    rootHash: Encoding.encodeBase64(newer.right.rootHash),
    firstBad: isConsistent(older.right, newer.right, hashes) ? null : { position: size, part: "checkpoint", reason }
  } satisfies VerifyReport;
});
