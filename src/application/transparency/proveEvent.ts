import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { traced } from "../../domain/failure/traced.ts";
import { type SealedCheckpoint, SealedTree } from "../../domain/transparency/SealedTree.ts";
import type { TlogProof } from "../../domain/transparency/tlogProof.ts";
import { readInclusionProof } from "./readProof.ts";

/** No checkpoint covers a position: it is not sealed yet, or the log does not have it. `size` is that of the latest. */
export class NotSealed extends Schema.TaggedError<NotSealed>()("NotSealed", {
  position: Schema.Number,
  size: Schema.Number
}) {}

const proofIn = Effect.fnUntraced(function* (position: number, { note, size }: SealedCheckpoint) {
  if (position < 1 || position > size) return yield* new NotSealed({ position, size });
  const index = position - 1;
  const hashes = yield* readInclusionProof(index, size);
  const [extra = null] = yield* (yield* SealedTree).leafHashes(index, 1);
  return { extra, index, hashes, checkpoint: note } satisfies TlogProof;
});

/**
 * Proves that the event at a position is in the log, against the latest checkpoint. `extra` has its leaf hash, so that the
 * proof can be verified alone. Reads tiles and one leaf hash.
 */
export const proveEvent = traced("proveEvent")(function* (position: number) {
  const latest = yield* (yield* SealedTree).latest;
  return yield* Option.match(latest, {
    onNone: () => new NotSealed({ position, size: 0 }),
    onSome: (checkpoint) => proofIn(position, checkpoint)
  });
});
