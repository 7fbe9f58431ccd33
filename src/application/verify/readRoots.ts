import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { isSameHash } from "../../domain/transparency/merkleHash.ts";
import { type SealedCheckpoint, SealedTree } from "../../domain/transparency/SealedTree.ts";
import type { VerifierKey } from "../../domain/transparency/VerifierKey.ts";
import { EventChecker } from "../../domain/verification/EventChecker.ts";
import type { Fault } from "../../domain/verification/Fault.ts";
import { readSignedCheckpoint } from "../../domain/verification/readSignedCheckpoint.ts";
import type { ExpectedRoot } from "./TreeCheck.ts";

const checkpointsAtOnce = 1_000;

/** What does not hold about a stored checkpoint alone. */
const storedFault = (stored: SealedCheckpoint, keys: ReadonlyArray<VerifierKey>, checker: EventChecker["Type"]) =>
  Either.match(readSignedCheckpoint(stored.note, keys, checker.verifyEd25519, stored.size), {
    onLeft: (fault): Fault | null => fault,
    onRight: ({ origin, rootHash, size }): Fault | null =>
      origin === stored.origin && size === stored.size && isSameHash(rootHash, stored.rootHash)
        ? null
        : { position: stored.size, part: "checkpoint", reason: "the columns of the checkpoint differ from its text" }
  });

/** Reads all stored checkpoints, and returns their roots by size and what does not hold about each alone. */
export const readCheckpoints = Effect.fnUntraced(function* (keys: ReadonlyArray<VerifierKey>) {
  const tree = yield* SealedTree;
  const checker = yield* EventChecker;
  const roots: Array<ExpectedRoot> = [];
  const faults: Array<Fault> = [];
  for (let isMore = true; isMore; ) {
    const page = yield* tree.checkpoints(roots.at(-1)?.size ?? 0, checkpointsAtOnce);
    for (const stored of page) {
      roots.push({ size: stored.size, rootHash: stored.rootHash, from: `the checkpoint of ${stored.size} events` });
      const fault = storedFault(stored, keys, checker);
      if (fault !== null) faults.push(fault);
    }
    isMore = page.length === checkpointsAtOnce;
  }
  return { roots, faults };
});

/** Reads the checkpoints that somebody kept. Each must be stored as well, because only stored ones are published. */
export const readOlder = (
  older: ReadonlyArray<string>,
  stored: ReadonlyArray<ExpectedRoot>,
  keys: ReadonlyArray<VerifierKey>,
  checker: EventChecker["Type"]
) => {
  const sizes = new Set(stored.map(({ size }) => size));
  const roots: Array<ExpectedRoot> = [];
  const faults: Array<Fault> = [];
  for (const text of older) {
    const read = readSignedCheckpoint(text, keys, checker.verifyEd25519);
    if (Either.isLeft(read)) faults.push(read.left);
    else {
      const { rootHash, size } = read.right;
      roots.push({ size, rootHash, from: `the given checkpoint of ${size} events` });
      if (!sizes.has(size))
        faults.push({
          position: size,
          part: "checkpoint",
          reason: `the given checkpoint of ${size} events is not stored`
        });
    }
  }
  return { roots, faults };
};
