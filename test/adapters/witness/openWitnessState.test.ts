import { chmod, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as openWitnessState from "../../../src/adapters/witness/openWitnessState.ts";
import type { WitnessStateFailed } from "../../../src/adapters/witness/WitnessStateFailed.ts";
import * as Witness from "../../../src/application/witness/Witness.ts";
import { addCheckpointText } from "../../../src/domain/transparency/addCheckpoint.ts";
import { parseCheckpoint } from "../../../src/domain/transparency/Checkpoint.ts";
import { readCosignature } from "../../../src/domain/transparency/readCosignature.ts";
import { parseNote } from "../../../src/domain/transparency/SignedNote.ts";
import { verifyEd25519 } from "../../../src/domain/transparency/verifyEd25519.ts";
import { CosignedHeads } from "../../../src/domain/witness/CosignedHeads.ts";
import { Cosigner } from "../../../src/domain/witness/Cosigner.ts";
import { leafOf, leavesOf, naiveConsistency, naiveRoot } from "../../domain/transparency/naiveTree.ts";
import { checkpointBy, testKey } from "../../domain/transparency/signedBy.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const log = testKey("log.example.com/log", "note");
const leaves = leavesOf(20);
const forked = leaves.map((leaf, index) => (index < 2 ? leaf : leafOf(1_000 + index)));

const request = (older: number, newer: number, tree = leaves) =>
  addCheckpointText({
    oldSize: older,
    proof: older === 0 ? [] : naiveConsistency(older, tree.slice(0, newer)),
    checkpoint: checkpointBy(log, newer, naiveRoot(tree.slice(0, newer)))
  });

const stateFile = Effect.map(temporaryFolder, (folder) => join(folder, "witness.json"));

/** Runs a witness on a state file, which it releases again. */
const withWitness = <A, E>(
  path: string,
  use: Effect.Effect<A, E, Witness.Witness | CosignedHeads | Cosigner>,
  name: string | null = "witness.example.com"
) => Effect.provide(use, Witness.layer([log.key]).pipe(Layer.provideMerge(openWitnessState.layer({ path, name }))));

const ask = (body: string) => Effect.flatMap(Witness.Witness, ({ addCheckpoint }) => addCheckpoint(body));

const reasonOf = (path: string, name?: string | null) =>
  Effect.map(Effect.flip(withWitness(path, Effect.void, name)), ({ message, reason }: WitnessStateFailed) => {
    assert.include(message, `--state ${path} `);
    return reason;
  });

describe("the state of a witness", () => {
  it.scopedLive("is created with a key that only the user can read, and keeps it", () =>
    Effect.gen(function* () {
      const path = yield* stateFile;
      const created = yield* withWitness(path, Cosigner);
      const { mode } = yield* Effect.promise(() => stat(path));
      assert.strictEqual(mode & 0o777, 0o600);
      assert.strictEqual(created.key.name, "witness.example.com");
      const { key } = yield* withWitness(path, Cosigner, null);
      assert.deepStrictEqual(key, created.key);
    })
  );

  it.scopedLive("remembers across restarts what was cosigned", () =>
    Effect.gen(function* () {
      const path = yield* stateFile;
      assert.strictEqual((yield* withWitness(path, ask(request(0, 5))))._tag, "Cosigned");
      assert.deepStrictEqual(yield* withWitness(path, ask(request(0, 7))), { _tag: "OtherSize", size: 5 });
      assert.deepStrictEqual(yield* withWitness(path, ask(request(5, 5, forked))), { _tag: "OtherRoot", size: 5 });
      assert.deepStrictEqual(yield* withWitness(path, ask(request(5, 9, forked))), { _tag: "NotConsistent" });
      assert.strictEqual((yield* withWitness(path, ask(request(5, 9))))._tag, "Cosigned");
    })
  );

  it.scopedLive("is stored before the cosignature is returned, and the cosignature verifies", () =>
    Effect.gen(function* () {
      const path = yield* stateFile;
      const body = request(0, 5);
      yield* withWitness(
        path,
        Effect.gen(function* () {
          const answer = yield* ask(body);
          if (answer._tag !== "Cosigned") return assert.fail(answer._tag);
          const stored = JSON.parse(yield* Effect.promise(() => readFile(path, "utf8")));
          assert.strictEqual(stored.logs[log.key.name], answer.head.text);
          const { key } = yield* Cosigner;
          const read = readCosignature(answer.head.text, answer.line, key, verifyEd25519);
          assert.isAbove(Either.getOrThrow(read).time, 1_700_000_000);
        })
      );
    })
  );

  it.scopedLive("that cannot be stored leads to no cosignature, and to no other history later", () =>
    Effect.gen(function* () {
      const path = yield* stateFile;
      yield* withWitness(
        path,
        Effect.gen(function* () {
          yield* ask(request(0, 5));
          yield* Effect.promise(() => mkdir(`${path}.next`));
          assert.strictEqual((yield* Effect.flip(ask(request(5, 9))))._tag, "HeadNotRecorded");
          yield* Effect.promise(() => rm(`${path}.next`, { recursive: true }));
          assert.strictEqual((yield* CosignedHeads).latest(log.key.name)?.size, 5);
          assert.strictEqual((yield* ask(request(5, 7)))._tag, "Cosigned");
        })
      );
    })
  );

  it.scopedLive("cosigns one of many histories that are sent at once", () =>
    Effect.gen(function* () {
      const path = yield* stateFile;
      const trees = Array.from({ length: 20 }, (_, at) => [...leaves.slice(0, 2), leafOf(2_000 + at)]);
      const answers = yield* withWitness(
        path,
        Effect.zipRight(
          ask(request(0, 2)),
          Effect.forEach(trees, (tree) => ask(request(2, 3, tree)), { concurrency: "unbounded" })
        )
      );
      const cosigned = answers.filter(({ _tag }) => _tag === "Cosigned");
      assert.strictEqual(cosigned.length, 1);
      assert.strictEqual(answers.filter(({ _tag }) => _tag === "OtherSize").length, trees.length - 1);
    })
  );

  it.scopedLive("is used by one witness at a time", () =>
    Effect.gen(function* () {
      const path = yield* stateFile;
      yield* withWitness(
        path,
        Effect.map(reasonOf(path), (reason) => assert.strictEqual(reason, "in-use"))
      );
      yield* withWitness(path, Effect.void);
    })
  );

  it.scopedLive("of another name is refused", () =>
    Effect.gen(function* () {
      const path = yield* stateFile;
      yield* withWitness(path, Effect.void);
      assert.strictEqual(yield* reasonOf(path, "other.example.com"), "other-name");
    })
  );

  it.scopedLive("that others can read is refused", () =>
    Effect.gen(function* () {
      const path = yield* stateFile;
      yield* withWitness(path, Effect.void);
      yield* Effect.promise(() => chmod(path, 0o640));
      assert.strictEqual(yield* reasonOf(path), "readable-by-others");
    })
  );

  it.scopedLive("in a folder that does not exist is refused", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "none", "witness.json");
      assert.strictEqual(yield* reasonOf(path), "not-accessible");
    })
  );

  const damages: ReadonlyArray<readonly [string, (text: string) => string]> = [
    ["emptied", () => ""],
    ["cut", (text) => text.slice(0, -20)],
    ["of a later version", (text) => text.replace('"version": 1', '"version": 2')],
    ["without its key", (text) => text.replace(/BEGIN PRIVATE KEY/, "BEGIN KEY")],
    ["with a changed size", (text) => text.replace("log\\n5\\n", "log\\n05\\n")],
    ["with the head of another log", (text) => text.replace('"log.example.com/log":', '"other.example.com/log":')]
  ];

  it.scopedLive.each(damages)("that was %s is refused", ([, damage]) =>
    Effect.gen(function* () {
      const path = yield* stateFile;
      yield* withWitness(path, ask(request(0, 5)));
      const text = yield* Effect.promise(() => readFile(path, "utf8"));
      const damaged = damage(text);
      assert.notStrictEqual(damaged, text);
      yield* Effect.promise(() => writeFile(path, damaged));
      assert.strictEqual(yield* reasonOf(path), "malformed");
    })
  );

  it.scopedLive("holds the checkpoint as the log signed it", () =>
    Effect.gen(function* () {
      const path = yield* stateFile;
      yield* withWitness(path, ask(request(0, 5)));
      const { logs } = JSON.parse(yield* Effect.promise(() => readFile(path, "utf8")));
      const text: string = logs[log.key.name];
      assert.strictEqual(Either.getOrThrow(parseCheckpoint(text)).size, 5);
      const note = checkpointBy(log, 5, naiveRoot(leaves.slice(0, 5)));
      assert.strictEqual(Either.getOrThrow(parseNote(note)).text, text);
    })
  );
});
