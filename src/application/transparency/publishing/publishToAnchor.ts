import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { inStep } from "../../../domain/failure/traced.ts";
import type { Anchor, AnchoredCheckpoint } from "../../../domain/transparency/publishing/Anchors.ts";
import { outcome } from "../../../domain/transparency/publishing/Publication.ts";
import { type SealedCheckpoint, SealedTree } from "../../../domain/transparency/SealedTree.ts";
import { parseNote } from "../../../domain/transparency/SignedNote.ts";

/** The most checkpoints that are added at once. */
const maxAdded = 500;

const textOf = (note: string): string | null =>
  Either.match(parseNote(note), { onLeft: () => null, onRight: ({ text }) => text });

/** Says whether a checkpoint of an anchor is one of this log. */
const isOfThisLog = Effect.fnUntraced(function* (anchored: AnchoredCheckpoint) {
  const own = Option.getOrNull(yield* (yield* SealedTree).checkpoint(anchored.size));
  return own !== null && textOf(own.note) === anchored.text;
});

/**
 * Adds to an anchor the checkpoints that it lacks: all of them, or only the latest, by what the anchor takes. One that
 * holds a checkpoint which is not of this log gets no more.
 */
export const publishToAnchor = Effect.fnUntraced(
  function* (anchor: Anchor, latest: SealedCheckpoint) {
    const tree = yield* SealedTree;
    const last = Option.getOrNull(yield* anchor.latest);
    const size = last?.size ?? 0;
    if (size > latest.size) return outcome("contradicting", "size-beyond", size);
    if (last !== null && !(yield* isOfThisLog(last))) return outcome("contradicting", "other-root", size);
    const missing = anchor.takes === "latest" ? [latest] : yield* tree.checkpoints(size, maxAdded);
    const end = missing.at(-1)?.size ?? size;
    if (end > size) yield* anchor.add(missing);
    return outcome(end >= latest.size ? "current" : "behind", null, end);
  },
  Effect.catchTag("AnchorFailed", ({ reason, state }) => Effect.succeed(outcome(state, reason, 0))),
  inStep("publishToAnchor")
);
