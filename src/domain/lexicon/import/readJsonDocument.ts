import type { GivenFile } from "./UnreadableFile.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

const problemOf = (cause: unknown): string =>
  cause instanceof SyntaxError ? `is not JSON: ${cause.message.replace(/\s+/g, " ")}` : "is not UTF-8 text";

/** Parses the bytes of one JSON file. */
export const readJsonDocument = (file: string, bytes: Uint8Array): GivenFile => {
  try {
    return { file, document: JSON.parse(utf8.decode(bytes)) };
  } catch (cause) {
    return { file, reason: problemOf(cause) };
  }
};
