import { join } from "node:path";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as LexiconArchiveYauzl from "../../../src/adapters/archive/LexiconArchiveYauzl.ts";
import { readLexiconPaths } from "../../../src/adapters/filesystem/readLexiconPaths.ts";
import { importLimits } from "../../../src/domain/lexicon/import/importLimits.ts";
import { zipOf } from "../../support/zip.ts";
import { folderOf } from "./folderOf.ts";

const read = (...paths: ReadonlyArray<string>) => Effect.provide(readLexiconPaths(paths), LexiconArchiveYauzl.layer);

it.scoped("reads files with any name, and folders, in the given order", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({ "set/a.json": "1", "set/b.json": "2", "other.lexicon": "3" });
    const file = join(folder, "other.lexicon");
    assert.deepStrictEqual(yield* read(file, join(folder, "set")), [
      { file, document: 3 },
      { file: "a.json", document: 1 },
      { file: "b.json", document: 2 }
    ]);
  })
);

it.scoped("reports a path that does not exist", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({});
    const { faults } = yield* Effect.flip(read(join(folder, "none.json")));
    assert.deepStrictEqual(faults, [
      { file: join(folder, "none.json"), path: "", reason: "does not exist: correct the path" }
    ]);
  })
);

it.scoped("reads files that end in .zip as archives, but not a folder with such a name", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({
      "set.ZIP": zipOf({ "deep/a.json": `{"lexicon":1}` }),
      "folder.zip/b.json": "2"
    });
    assert.deepStrictEqual(yield* read(join(folder, "set.ZIP"), join(folder, "folder.zip")), [
      { file: "deep/a.json", document: { lexicon: 1 } },
      { file: "b.json", document: 2 }
    ]);
  })
);

it.scoped("reports an unusable archive by its path", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({ "no.zip": "{}", "large.zip": new Uint8Array(importLimits.archiveBytes + 1) });
    for (const [name, reason] of [["no.zip", "is not a whole zip"] as const, ["large.zip", "has more than"] as const]) {
      const { faults } = yield* Effect.flip(read(join(folder, name)));
      assert.strictEqual(faults[0].file, join(folder, name));
      assert.include(faults[0].reason, reason);
    }
  })
);
