import * as Either from "effect/Either";
import { parseNote } from "../SignedNote.ts";
import { noteInLine } from "./anchorLines.ts";

/**
 * Returns the signed note in a text that somebody kept: a note, or a line of an anchor file. A note may have been indented
 * or stored with CRLF; its signatures say whether it is still the same. A text that is neither is returned as a note
 * that cannot be read.
 */
export const keptNote = (text: string): string => {
  // A byte order mark is white space here.
  if (!/^\s/.test(text) && Either.isRight(parseNote(text))) return text;
  const trimmed = text.trim();
  const note = trimmed.startsWith("{") ? noteInLine(trimmed) : null;
  if (note !== null) return note;
  const lines = trimmed.split("\n").map((line) => line.trim());
  return `${lines.join("\n")}\n`;
};
