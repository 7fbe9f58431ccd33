import * as Either from "effect/Either";
import type { Checkpoint } from "../transparency/Checkpoint.ts";
import { statedCheckpoint } from "../transparency/statedCheckpoint.ts";
import type { VerifierKey } from "../transparency/VerifierKey.ts";
import { type VerifyEd25519, verifyNote } from "../transparency/verifyNote.ts";
import type { Fault } from "./Fault.ts";

const checkpointFault = (position: number, reason: string): Fault => ({ position, part: "checkpoint", reason });

/**
 * Reads a checkpoint that a log signed with one of the keys, whose name is the origin. A fault is at `position`, or
 * without one at the size that the checkpoint states.
 */
export const readSignedCheckpoint = (
  text: string,
  keys: ReadonlyArray<VerifierKey>,
  verify: VerifyEd25519,
  position?: number
): Either.Either<Checkpoint, Fault> => {
  const stated = statedCheckpoint(text);
  if (stated === null) return Either.left(checkpointFault(position ?? 0, "the checkpoint is not well-formed"));
  const { checkpoint, note } = stated;
  const at = position ?? checkpoint.size;
  const named = keys.filter(({ name, type }) => name === checkpoint.origin && type === "note");
  if (named.length === 0)
    return Either.left(
      checkpointFault(at, `no given key has the name ${checkpoint.origin}: this may be a checkpoint of another log`)
    );
  return Either.mapBoth(verifyNote(note, named, verify), {
    onLeft: ({ reason }): Fault => ({
      position: at,
      part: "signature",
      reason:
        reason === "no-known-key"
          ? "the checkpoint has no signature of a given key"
          : "a signature of the checkpoint is not valid"
    }),
    onRight: () => checkpoint
  });
};
