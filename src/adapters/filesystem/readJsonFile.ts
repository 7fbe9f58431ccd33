import { readFile } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { readJsonDocument } from "../../domain/lexicon/import/readJsonDocument.ts";
import type { GivenFile, UnreadableFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { toUnreadableFile } from "./toUnreadableFile.ts";

/** Reads one JSON file. Faults refer to it by `name`. */
export const readJsonFile = (path: string, name: string): Effect.Effect<GivenFile, UnreadableFile> =>
  Effect.map(Effect.tryPromise({ try: () => readFile(path), catch: toUnreadableFile(name) }), (bytes) =>
    readJsonDocument(name, bytes)
  );
