import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { decodeStrictBase64 } from "./strictBase64.ts";

/** A signature of a note: the name and id (8 hexadecimal digits) of the key, and its bytes without the id. */
export interface NoteSignature {
  readonly name: string;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** A signed note (C2SP signed-note): a text that ends in a newline, and at least one signature. */
export interface SignedNote {
  readonly text: string;
  readonly signatures: ReadonlyArray<NoteSignature>;
}

/** A text is not a signed note. */
export class NoteInvalid extends Schema.TaggedError<NoteInvalid>()("NoteInvalid", {
  reason: Schema.Literal("too-long", "characters", "no-signatures", "signature-line", "too-many-signatures")
}) {}

const maxSignatures = 100;
const maxCharacters = 1_000_000;

/** No Unicode space, no plus, no control character (C2SP signed-note, Format). */
const keyName = /^[^\s\u0085+\p{Cc}]+$/u;

/** Says whether a text can be the name of a key. */
export const isKeyName = (name: string): boolean => keyName.test(name) && name.isWellFormed();

/** Returns the line of a signature, with its newline. */
export const signatureLine = ({ name, keyId, signature }: NoteSignature): string => {
  const bytes = new Uint8Array(4 + signature.length);
  bytes.set(Either.getOrElse(Encoding.decodeHex(keyId), () => new Uint8Array(4)));
  bytes.set(signature, 4);
  return `\u2014 ${name} ${Encoding.encodeBase64(bytes)}\n`;
};

/** Returns the text of a signed note: its text, an empty line and the signatures. */
export const noteText = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(signatureLine).join("")}`;

const parseSignature = (line: string): NoteSignature | null => {
  const [dash, name = "", encoded = "", ...rest] = line.split(" ");
  if (dash !== "\u2014" || !isKeyName(name) || rest.length > 0) return null;
  const bytes = decodeStrictBase64(encoded);
  if (bytes === null || bytes.length < 5) return null;
  return { name, keyId: Encoding.encodeHex(bytes.subarray(0, 4)), signature: bytes.slice(4) };
};

/** Reads a signed note strictly: there is one spelling of each note, and `noteText` returns it. */
export const parseNote = (note: string): Either.Either<SignedNote, NoteInvalid> => {
  if (note.length > maxCharacters) return Either.left(new NoteInvalid({ reason: "too-long" }));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (!note.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(note)) {
    return Either.left(new NoteInvalid({ reason: "characters" }));
  }
  const end = note.lastIndexOf("\n\n");
  const lines = note.slice(end + 2).split("\n");
  if (end === -1 || lines.pop() !== "" || lines.length === 0) {
    return Either.left(new NoteInvalid({ reason: "no-signatures" }));
  }
  if (lines.length > maxSignatures) return Either.left(new NoteInvalid({ reason: "too-many-signatures" }));
  const signatures: Array<NoteSignature> = [];
  for (const line of lines) {
    const signature = parseSignature(line);
    if (signature === null) return Either.left(new NoteInvalid({ reason: "signature-line" }));
    signatures.push(signature);
  }
  return Either.right({ text: note.slice(0, end + 1), signatures });
};
