import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import * as StorageMemory from "../../../../src/adapters/memory/StorageMemory.ts";
import { checkAnchor } from "../../../../src/application/transparency/publishing/checkAnchor.ts";
import { anchorLine } from "../../../../src/domain/transparency/publishing/anchorLines.ts";
import type { SealedCheckpoint } from "../../../../src/domain/transparency/SealedTree.ts";
import { leafOf } from "../../../domain/transparency/naiveTree.ts";
import { checkpointBy, testKey } from "../../../domain/transparency/signedBy.ts";
import { log, sealUpTo } from "./sealedLog.ts";

const other = testKey(log.key.name, "note");

/** A checkpoint of another history, signed by the log. */
const forked = (size: number): SealedCheckpoint => ({
  origin: log.key.name,
  size,
  rootHash: leafOf(99),
  note: checkpointBy(log, size, leafOf(99)),
  sealedAt: ""
});

const lineOf = (checkpoint: SealedCheckpoint) => anchorLine(checkpoint).trimEnd();

/** What becomes of the lines of a file, over a log with checkpoints of 3, 5, 300 and 700 events. */
const check = (edit: (lines: ReadonlyArray<string>) => ReadonlyArray<string>, keys = [log.key]) =>
  Effect.gen(function* () {
    const sealed = yield* Effect.forEach([3, 5, 300], sealUpTo);
    const lines = edit(sealed.map(lineOf));
    yield* sealUpTo(700);
    return yield* checkAnchor(Stream.fromIterable(lines), keys);
  }).pipe(Effect.provide(Layer.fresh(StorageMemory.layer)));

describe("checkAnchor", () => {
  it.effect("finds each checkpoint of the file in the log, which continues the last one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* check((lines) => lines), {
        checked: 3,
        size: 300,
        firstBad: null,
        isCutOff: false
      });
      assert.deepStrictEqual(yield* check((lines) => lines, []), {
        checked: 3,
        size: 300,
        firstBad: null,
        isCutOff: false
      });
    })
  );

  it.effect("skips a line that a crash cut off", () =>
    Effect.gen(function* () {
      const last = yield* check(([one = "", two = "", three = ""]) => [one, two, three.slice(0, 40)]);
      assert.deepInclude(last, { checked: 2, firstBad: null, isCutOff: true });
      const edited = yield* check(([one = "", two = "", three = ""]) => [one, two.slice(0, 40), two, three]);
      assert.deepStrictEqual(edited, { checked: 3, size: 300, firstBad: null, isCutOff: false });
    })
  );

  const faults: ReadonlyArray<
    readonly [string, (lines: ReadonlyArray<string>) => ReadonlyArray<string>, number, "checkpoint" | "signature"]
  > = [
    ["another root", ([one = "", , three = ""]) => [one, lineOf(forked(5)), three], 5, "checkpoint"],
    ["a size that the log has not signed", ([one = ""]) => [one, lineOf(forked(4))], 4, "checkpoint"],
    ["more events than the log", (lines) => [...lines, lineOf(forked(900))], 900, "checkpoint"],
    ["lines in another order", ([one = "", two = ""]) => [two, one], 3, "checkpoint"],
    ["a line that is no checkpoint", ([one = "", two = ""]) => [one, "{}", two], 4, "checkpoint"]
  ];

  it.effect.each(faults)("finds %s", ([, edit, position, part]) =>
    Effect.gen(function* () {
      const { firstBad } = yield* check(edit);
      assert.deepStrictEqual([firstBad?.position, firstBad?.part], [position, part]);
    })
  );

  it.effect("finds that another key signed", () =>
    Effect.gen(function* () {
      const { firstBad } = yield* check((lines) => lines, [other.key]);
      assert.deepStrictEqual([firstBad?.position, firstBad?.part], [300, "signature"]);
    })
  );
});
