import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { readDictionary } from "../../../../src/adapters/sync/jetstream/readDictionary.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { dictionary } from "./compressedMessages.ts";

const read = Effect.fnUntraced(function* (content: Uint8Array) {
  const path = join(yield* temporaryFolder, "dictionary");
  yield* Effect.promise(() => writeFile(path, content));
  return yield* readDictionary(path);
});

describe("readDictionary", () => {
  it.scoped("reads a dictionary", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from(dictionary, "base64");
      assert.deepStrictEqual(yield* read(bytes), bytes);
    })
  );

  it.scoped.each([Buffer.from(""), Buffer.from("<!DOCTYPE html>"), Buffer.from([0x37, 0xa4, 0x30, 0xec])])(
    "does without a file that holds none: case $#",
    (content) => Effect.map(read(content), (found) => assert.isUndefined(found))
  );

  it.effect("does without a file that is gone", () =>
    Effect.map(readDictionary("/nonexistent"), (found) => assert.isUndefined(found))
  );
});
