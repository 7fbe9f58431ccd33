import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { fileAnchor } from "../../../src/adapters/anchor/fileAnchor.ts";
import type { SealedCheckpoint } from "../../../src/domain/transparency/SealedTree.ts";
import { leafOf } from "../../domain/transparency/naiveTree.ts";
import { checkpointBy, testKey } from "../../domain/transparency/signedBy.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const log = testKey("log.example.com/log", "note");

const checkpoint = (size: number): SealedCheckpoint => ({
  origin: log.key.name,
  size,
  rootHash: leafOf(size),
  note: checkpointBy(log, size, leafOf(size)),
  sealedAt: "2026-03-01T10:20:30.123Z"
});

const anchorFile = Effect.map(temporaryFolder, (folder) => {
  const path = join(folder, "tidemark.log");
  return { path, anchor: fileAnchor(`file://${path}`, path) };
});

const sizeIn = (anchor: ReturnType<typeof fileAnchor>) =>
  Effect.map(anchor.latest, Option.match({ onNone: () => 0, onSome: ({ size }) => size }));

const linesOf = (path: string) =>
  Effect.map(
    Effect.promise(() => readFile(path, "utf8")),
    (text) => text.split("\n").filter(Boolean)
  );

describe("an anchor in a file", () => {
  it.scopedLive("appends a line for each checkpoint, and finds the last one", () =>
    Effect.gen(function* () {
      const { anchor, path } = yield* anchorFile;
      assert.strictEqual(yield* sizeIn(anchor), 0);
      yield* anchor.add([checkpoint(3), checkpoint(5)]);
      yield* anchor.add([checkpoint(9)]);
      assert.strictEqual(yield* sizeIn(anchor), 9);
      const lines = yield* linesOf(path);
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line)),
        [3, 5, 9].map((size) => ({ checkpoint: checkpoint(size).note, sealedAt: "2026-03-01T10:20:30.123Z" }))
      );
    })
  );

  it.scopedLive("finds the last one among many", () =>
    Effect.gen(function* () {
      const { anchor } = yield* anchorFile;
      yield* anchor.add(Array.from({ length: 400 }, (_, at) => checkpoint(at + 1)));
      assert.strictEqual(yield* sizeIn(anchor), 400);
    })
  );

  it.scopedLive("writes a line again that a crash cut off, and removes nothing", () =>
    Effect.gen(function* () {
      const { anchor, path } = yield* anchorFile;
      yield* anchor.add([checkpoint(3)]);
      const cut = JSON.stringify({ checkpoint: checkpoint(5).note, sealedAt: "" }).slice(0, 80);
      yield* Effect.promise(() => appendFile(path, cut));
      assert.strictEqual(yield* sizeIn(anchor), 3);
      yield* anchor.add([checkpoint(5)]);
      assert.strictEqual(yield* sizeIn(anchor), 5);
      assert.deepStrictEqual((yield* linesOf(path))[1], cut);
    })
  );

  it.scopedLive("starts anew after a crash cut off the first line", () =>
    Effect.gen(function* () {
      const { anchor, path } = yield* anchorFile;
      yield* Effect.promise(() => writeFile(path, '{"checkpoint":"log.exa'));
      assert.strictEqual(yield* sizeIn(anchor), 0);
      yield* anchor.add([checkpoint(3)]);
      assert.strictEqual(yield* sizeIn(anchor), 3);
    })
  );

  it.scopedLive("leaves a file of other content alone", () =>
    Effect.gen(function* () {
      const { anchor, path } = yield* anchorFile;
      yield* Effect.promise(() => writeFile(path, "127.0.0.1 localhost\n"));
      const { reason, state } = yield* Effect.flip(anchor.latest);
      assert.deepStrictEqual([state, reason], ["refused", "other-content"]);
    })
  );

  it.scopedLive("fails where the file cannot be written, and works again when it can", () =>
    Effect.gen(function* () {
      const { anchor, path } = yield* anchorFile;
      yield* Effect.promise(() => mkdir(path));
      assert.strictEqual((yield* Effect.flip(anchor.latest)).reason, "not-writable");
      assert.strictEqual((yield* Effect.flip(anchor.add([checkpoint(3)]))).reason, "not-writable");
      yield* Effect.promise(() => rm(path, { recursive: true }));
      yield* anchor.add([checkpoint(3)]);
      assert.strictEqual(yield* sizeIn(anchor), 3);
    })
  );
});
