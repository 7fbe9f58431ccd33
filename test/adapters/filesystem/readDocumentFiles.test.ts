import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { readDocumentFiles } from "../../../src/adapters/filesystem/readDocumentFiles.ts";
import { folderOf } from "./folderOf.ts";

const faultOf = (path: string) => Effect.map(Effect.flip(readDocumentFiles(path)), ({ reason }) => reason);

it.scoped("reads a single file, or all files below a folder, including links to files", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({
      "..data/one.graphql": "{ one }\n",
      "deep/two.gql": "{ two }",
      "manifest.json": "{}",
      "README.md": "no document",
      ".hidden.graphql": "{"
    });
    yield* Effect.promise(() => symlink("..data/one.graphql", join(folder, "one.graphql")));
    assert.deepStrictEqual(yield* readDocumentFiles(folder), [
      { file: "deep/two.gql", text: "{ two }" },
      { file: "manifest.json", text: "{}" },
      { file: "one.graphql", text: "{ one }\n" }
    ]);
    assert.deepStrictEqual(yield* readDocumentFiles(join(folder, "manifest.json")), [
      { file: "manifest.json", text: "{}" }
    ]);
  })
);

it.scoped("reports why nothing can be read", () =>
  Effect.gen(function* () {
    const folder = yield* folderOf({ "empty/README.md": "", "latin.graphql": new Uint8Array([0xe9]) });
    assert.match(yield* faultOf(join(folder, "nothing.json")), /does not exist/);
    assert.match(yield* faultOf(join(folder, "empty")), /holds no .graphql/);
    assert.match(yield* faultOf(join(folder, "latin.graphql")), /is not UTF-8/);
    assert.match(yield* faultOf("/dev/zero"), /is not a file/);
    const large = yield* folderOf({ "large.json": " ".repeat(16_777_217) });
    assert.match(yield* faultOf(large), /more than 16777216 bytes/);
  })
);
