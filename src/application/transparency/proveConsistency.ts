import * as Option from "effect/Option";
import { traced } from "../../domain/failure/traced.ts";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";
import { NotSealed } from "./proveEvent.ts";
import { readConsistencyProof } from "./readProof.ts";

/**
 * Proves that the tree of the latest checkpoint begins with the first `older` events, at least 1. Returns the checkpoint
 * with the hashes of the proof, which the holder of an older checkpoint of that size verifies (RFC 9162, section 2.1.4).
 */
export const proveConsistency = traced("proveConsistency")(function* (older: number) {
  const latest = Option.getOrNull(yield* (yield* SealedTree).latest);
  const size = latest?.size ?? 0;
  if (latest === null || older < 1 || older > size) return yield* new NotSealed({ position: older, size });
  return { checkpoint: latest, hashes: yield* readConsistencyProof(older, size) };
});
