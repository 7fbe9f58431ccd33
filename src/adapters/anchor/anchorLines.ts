import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { parseCheckpoint } from "../../domain/transparency/Checkpoint.ts";
import type { AnchoredCheckpoint } from "../../domain/transparency/publishing/Anchors.ts";
import type { SealedCheckpoint } from "../../domain/transparency/SealedTree.ts";
import { parseNote } from "../../domain/transparency/SignedNote.ts";

const Line = Schema.parseJson(Schema.Struct({ checkpoint: Schema.String, sealedAt: Schema.String }));

/** Returns the line of a checkpoint in an anchor file: canonical JSON with the signed note, and a newline. */
export const anchorLine = ({ note, sealedAt }: SealedCheckpoint): string =>
  `${JSON.stringify({ checkpoint: note, sealedAt })}\n`;

/** Returns what a signed note states, or null if it is no checkpoint. */
export const anchoredIn = (note: string): AnchoredCheckpoint | null => {
  const signed = Either.getOrNull(parseNote(note));
  const checkpoint = signed === null ? null : Either.getOrNull(parseCheckpoint(signed.text));
  return signed === null || checkpoint === null ? null : { size: checkpoint.size, text: signed.text };
};

/** Returns the checkpoint of the last complete line in the end of an anchor file, or null if no line is one. */
export const lastAnchored = (tail: string): AnchoredCheckpoint | null => {
  const lines = tail.split("\n");
  // What follows the last newline was cut off.
  lines.pop();
  for (const line of lines.toReversed()) {
    const read = Either.getOrNull(Schema.decodeUnknownEither(Line)(line));
    const anchored = read === null ? null : anchoredIn(read.checkpoint);
    if (anchored !== null) return anchored;
  }
  return null;
};
