import { join } from "node:path";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { readLexiconPaths } from "../../../src/adapters/filesystem/readLexiconPaths.ts";
import { folderOf } from "./folderOf.ts";

it.scoped("reads files whatever they are called, and folders, in the order they are named", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({ "set/a.json": "1", "set/b.json": "2", "other.lexicon": "3" });
    const file = join(folder, "other.lexicon");
    assert.deepStrictEqual(yield* readLexiconPaths([file, join(folder, "set")]), [
      { file, document: 3 },
      { file: "a.json", document: 1 },
      { file: "b.json", document: 2 }
    ]);
  })
);

it.scoped("names a path that is not there", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({});
    const { faults } = yield* Effect.flip(readLexiconPaths([join(folder, "none.json")]));
    assert.deepStrictEqual(faults, [
      { file: join(folder, "none.json"), path: "", reason: "is not there: correct the path" }
    ]);
  })
);
