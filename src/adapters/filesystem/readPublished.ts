import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import type { JsonObject } from "../../domain/json/Json.ts";

const folder = fileURLToPath(new URL("../../../lexicons-published", import.meta.url));

const readAll = async (): Promise<ReadonlyArray<JsonObject>> => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".json")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.map((text): JsonObject => JSON.parse(text));
};

/** Reads the published Lexicons of `lexicons-published/`, sorted by name. They are part of the program, so a failure is a defect. */
export const readPublished: Effect.Effect<ReadonlyArray<JsonObject>> = Effect.promise(readAll);
