import * as Either from "effect/Either";

/** Describes what is wrong with a base64 text, as the end of a sentence that begins with its name. */
type NotBase64 = string;

/** The number of characters decoded at a time: a multiple of four, about the size of one network write. */
const pieceLength = 87_380;

const paddingOf = (text: string): number => (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);

const fault = (text: string): NotBase64 | null => {
  const content = text.length - paddingOf(text);
  const at = text.slice(0, content).search(/[^A-Za-z0-9+/]/);
  if (at !== -1)
    return `must be base64 (RFC 4648, without line breaks): position ${at}, counted from 0, holds another character`;
  if (text.length % 4 !== 0)
    return `must be base64: it ends at position ${text.length}, in the middle of a group of four characters`;
  return null;
};

async function* pieces(text: string) {
  for (let from = 0; from < text.length; from += pieceLength)
    yield Buffer.from(text.slice(from, from + pieceLength), "base64");
}

const decoded = (text: string): AsyncIterable<Uint8Array> => ({ [Symbol.asyncIterator]: () => pieces(text) });

/** Returns the number of bytes in a base64 text, and the bytes, decoded in chunks on demand. */
export const base64Bytes = (
  text: string
): Either.Either<{ readonly size: number; readonly bytes: AsyncIterable<Uint8Array> }, NotBase64> => {
  const wrong = fault(text);
  if (wrong !== null) return Either.left(wrong);
  const size = (text.length / 4) * 3 - paddingOf(text);
  return Either.right({ size, bytes: decoded(text) });
};
