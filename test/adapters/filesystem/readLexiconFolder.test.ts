import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { readLexiconFolder } from "../../../src/adapters/filesystem/readLexiconFolder.ts";
import { importLimits } from "../../../src/domain/lexicon/import/importLimits.ts";
import { isUnreadable } from "../../../src/domain/lexicon/import/UnreadableFile.ts";
import { folderOf } from "./folderOf.ts";

const faultsOf = (folder: string) =>
  readLexiconFolder(folder).pipe(
    Effect.map((given) => given.filter(isUnreadable)),
    Effect.catchAll(({ faults }) => Effect.succeed(faults)),
    Effect.map((faults) => faults.map(({ file, reason }) => `${file} ${reason}`))
  );

const link = (target: string, path: string) => Effect.promise(() => symlink(target, path));

it.scoped("reads every .json file at any depth, with paths relative to the folder, in a stable order", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({
      "b.json": "{}",
      "app/z/deep.json": '{"id":"deep"}',
      "app/a.json": "[1]",
      "README.md": "not a Lexicon",
      "data.JSON.bak": "nor this"
    });
    assert.deepStrictEqual(yield* readLexiconFolder(folder), [
      { file: "app/a.json", document: [1] },
      { file: "app/z/deep.json", document: { id: "deep" } },
      { file: "b.json", document: {} }
    ]);
  })
);

it.scoped("skips dot files, dot folders and the files that macOS adds", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({
      "a.json": "1",
      "._a.json": "no JSON",
      ".hidden.json": "no JSON",
      ".git/b.json": "no JSON",
      "__MACOSX/a.json": "no JSON"
    });
    assert.deepStrictEqual(yield* readLexiconFolder(folder), [{ file: "a.json", document: 1 }]);
  })
);

it.scoped("reads UTF-8 with a byte order mark", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({ "a.json": '\uFEFF"\u{1F30A}"' });
    assert.deepStrictEqual(yield* readLexiconFolder(folder), [{ file: "a.json", document: "\u{1F30A}" }]);
  })
);

it.scoped("reports every invalid file with its reason, and reads the valid ones", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({
      "good.json": "{}",
      "half.json": '{"id":\n',
      "latin.json": new Uint8Array([0x22, 0xe9, 0x22]),
      "words.json": "hello"
    });
    const faults = yield* faultsOf(folder);
    assert.strictEqual(faults.length, 3);
    assert.match(faults[0] ?? "", /^half\.json is not JSON: .+$/);
    assert.strictEqual(faults[1], "latin.json is not UTF-8 text");
    assert.match(faults[2] ?? "", /^words\.json is not JSON: .+$/);
  })
);

it.scoped("reports a folder that does not exist, is a file, or is empty", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({ "empty/README.md": "", "file.json": "{}" });
    const missing = join(folder, "missing");
    assert.deepStrictEqual(yield* faultsOf(missing), [`${missing} does not exist: correct the path`]);
    const empty = join(folder, "empty");
    assert.deepStrictEqual(yield* faultsOf(empty), [`${empty} holds no .json file`]);
  })
);

it.scoped("follows links to files within the folder, as in a mounted ConfigMap, but not links to folders", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({ "..2026/a.json": '"mounted"' });
    yield* link("..2026", join(folder, "..data"));
    yield* link("..data/a.json", join(folder, "a.json"));
    yield* link(".", join(folder, "again"));
    assert.deepStrictEqual(yield* readLexiconFolder(folder), [{ file: "a.json", document: "mounted" }]);
  })
);

it.scoped("refuses links out of the folder, to a folder with the same prefix, to nothing and to themselves", () =>
  Effect.gen(function* () {
    const outside = yield* folderOf({ "lexicons-secret/a.json": '"secret"', "lexicons/b.json": "{}" });
    const folder = join(outside, "lexicons");
    yield* link("../lexicons-secret/a.json", join(folder, "out.json"));
    yield* link("nothing.json", join(folder, "broken.json"));
    yield* link("loop.json", join(folder, "loop.json"));
    assert.deepStrictEqual(yield* faultsOf(folder), [
      "broken.json does not exist: correct the path",
      "loop.json is a link that leads back to itself: remove it",
      "out.json is a link out of the folder: put the file itself there"
    ]);
  })
);

it.scoped("reports anything that is not a regular file", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({});
    yield* Effect.promise(() => mkdir(join(folder, "folder.json")));
    yield* link("folder.json", join(folder, "link.json"));
    assert.deepStrictEqual(yield* faultsOf(folder), ["link.json is not a file: rename or remove it"]);
  })
);

it.scoped("refuses a file that is too large, and too many files", () =>
  Effect.gen(function* () {
    const large = yield* folderOf({ "large.json": `"${"x".repeat(importLimits.bytesPerFile)}"`, "small.json": "1" });
    assert.deepStrictEqual(yield* faultsOf(large), [
      `large.json has more than ${importLimits.bytesPerFile} bytes, too many for a Lexicon`
    ]);
    const names = Array.from({ length: importLimits.files + 1 }, (_, index) => [`${index}.json`, ""] as const);
    const many = yield* folderOf(Object.fromEntries(names));
    assert.deepStrictEqual(yield* faultsOf(many), [`${many} holds more than ${importLimits.files} .json files`]);
  })
);

it.scoped("refuses small files that are too large in total", () =>
  Effect.gen(function* () {
    const each = `"${"x".repeat(importLimits.bytesPerFile - 2)}"`;
    const count = importLimits.bytes / importLimits.bytesPerFile + 1;
    const names = Array.from({ length: count }, (_, index) => [`${index}.json`, each] as const);
    const folder = yield* folderOf(Object.fromEntries(names));
    assert.deepStrictEqual(yield* faultsOf(folder), [
      `${folder} holds more than ${importLimits.bytes} bytes of .json files`
    ]);
  })
);
