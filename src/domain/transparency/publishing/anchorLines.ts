import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { SealedCheckpoint } from "../SealedTree.ts";
import { statedCheckpoint } from "../statedCheckpoint.ts";
import type { AnchoredCheckpoint } from "./Anchors.ts";

const Line = Schema.parseJson(Schema.Struct({ checkpoint: Schema.String, sealedAt: Schema.String }));

/** Returns the line of a checkpoint in an anchor file: canonical JSON with the signed note, and a newline. */
export const anchorLine = ({ note, sealedAt }: SealedCheckpoint): string =>
  `${JSON.stringify({ checkpoint: note, sealedAt })}\n`;

/** Returns what a signed note states, or null if it is no checkpoint. */
export const anchoredIn = (note: string): AnchoredCheckpoint | null => {
  const stated = statedCheckpoint(note);
  return stated === null ? null : { size: stated.checkpoint.size, text: stated.note.text };
};

/** Returns the signed note in a line of an anchor file without its newline, or null if there is none. */
export const noteInLine = (line: string): string | null =>
  Either.match(Schema.decodeUnknownEither(Line)(line), { onLeft: () => null, onRight: ({ checkpoint }) => checkpoint });

/** Returns the checkpoint of the last complete line in the end of an anchor file, or null if no line is one. */
export const lastAnchored = (tail: string): AnchoredCheckpoint | null => {
  const lines = tail.split("\n");
  // What follows the last newline was cut off.
  lines.pop();
  for (const line of lines.toReversed()) {
    const note = noteInLine(line);
    const anchored = note === null ? null : anchoredIn(note);
    if (anchored !== null) return anchored;
  }
  return null;
};
