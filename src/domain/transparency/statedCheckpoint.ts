import * as Either from "effect/Either";
import { type Checkpoint, parseCheckpoint } from "./Checkpoint.ts";
import { parseNote, type SignedNote } from "./SignedNote.ts";

/** A signed note and the checkpoint that it states. */
export interface StatedCheckpoint {
  readonly note: SignedNote;
  readonly checkpoint: Checkpoint;
}

/** Reads the signed note of a checkpoint, whose signatures are not verified; null for a text that is none. */
export const statedCheckpoint = (text: string): StatedCheckpoint | null => {
  const note = Either.getOrNull(parseNote(text));
  const checkpoint = note === null ? null : Either.getOrNull(parseCheckpoint(note.text));
  return note === null || checkpoint === null ? null : { note, checkpoint };
};
