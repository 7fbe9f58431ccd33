import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import * as Effect from "effect/Effect";
import type { UnreadableFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { findFiles } from "./findFiles.ts";
import { toUnreadableFile } from "./toUnreadableFile.ts";

/** A file with GraphQL documents, and its name. */
interface DocumentFile {
  readonly file: string;
  readonly text: string;
}

const endings = [".graphql", ".gql", ".json"];
const maxFiles = 10_000;
const maxBytes = 16_777_216;

const readText = (path: string, file: string): Effect.Effect<DocumentFile, UnreadableFile> =>
  Effect.gen(function* () {
    const found = yield* Effect.tryPromise({ try: () => stat(path), catch: toUnreadableFile(file) });
    if (!found.isFile()) return yield* Effect.fail({ file, reason: "is not a file: rename or remove it" });
    if (found.size > maxBytes) return yield* Effect.fail({ file, reason: `has more than ${maxBytes} bytes` });
    const bytes = yield* Effect.tryPromise({ try: () => readFile(path), catch: toUnreadableFile(file) });
    return yield* Effect.try({
      try: () => ({ file, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) }),
      catch: () => ({ file, reason: "is not UTF-8" })
    });
  });

/**
 * Reads the files with persisted documents: the one at a path, or all `.graphql`, `.gql` and `.json` files below it, by
 * their relative path. Dot files are skipped.
 */
export const readDocumentFiles = (path: string): Effect.Effect<ReadonlyArray<DocumentFile>, UnreadableFile> =>
  Effect.gen(function* () {
    const found = yield* Effect.tryPromise({ try: () => stat(path), catch: toUnreadableFile(path) });
    if (!found.isDirectory()) return [yield* readText(path, basename(path))];
    const names = yield* findFiles(path, path, endings);
    if (names.length === 0)
      return yield* Effect.fail({ file: path, reason: `holds no ${endings.join(", ")} file: put documents there` });
    if (names.length > maxFiles)
      return yield* Effect.fail({ file: path, reason: `holds more than ${maxFiles} files of documents` });
    return yield* Effect.forEach(names, (name) => readText(join(path, name), name), { concurrency: 8 });
  });
