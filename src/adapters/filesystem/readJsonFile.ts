import { readFile } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { readJsonDocument } from "../../domain/lexicon/readJsonDocument.ts";
import type { GivenFile, UnreadableFile } from "../../domain/lexicon/UnreadableFile.ts";
import { systemFault } from "./systemFault.ts";

/** Reads one JSON file; `name` is what it is called in a fault. */
export const readJsonFile = (path: string, name: string): Effect.Effect<GivenFile, UnreadableFile> =>
  Effect.map(Effect.tryPromise({ try: () => readFile(path), catch: systemFault(name) }), (bytes) =>
    readJsonDocument(name, bytes)
  );
