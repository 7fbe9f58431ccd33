import { readFile } from "node:fs/promises";
import * as Effect from "effect/Effect";
import type { LexiconFile } from "../../domain/lexicon/LexiconFile.ts";
import { type FileFault, fileFault, systemFault } from "./fileFault.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

const parse = (bytes: Uint8Array): unknown => JSON.parse(utf8.decode(bytes));

const problemOf = (cause: unknown): string =>
  cause instanceof SyntaxError ? `is not JSON: ${cause.message.replace(/\s+/g, " ")}` : "is not UTF-8 text";

/** Reads one JSON file; `name` is what it is called in a fault. */
export const readJsonFile = (path: string, name: string): Effect.Effect<LexiconFile, FileFault> =>
  Effect.gen(function* () {
    const bytes = yield* Effect.tryPromise({ try: () => readFile(path), catch: systemFault(name) });
    const document = yield* Effect.try({
      try: () => parse(bytes),
      catch: (cause) => fileFault(name, problemOf(cause))
    });
    return { file: name, document };
  });
