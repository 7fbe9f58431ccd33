import { join } from "node:path";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { addCheckpointText, parseSizeText } from "../../src/domain/transparency/addCheckpoint.ts";
import { parseNote } from "../../src/domain/transparency/SignedNote.ts";
import { leafOf, leavesOf, naiveConsistency, naiveRoot } from "../domain/transparency/naiveTree.ts";
import { checkpointBy, testKey } from "../domain/transparency/signedBy.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { startWitness } from "./WitnessProcess.ts";

const log = testKey("log.example.com/log", "note");

/** A log that signs two histories, which begin alike. */
const histories = [0, 1].map((which) =>
  leavesOf(400).map((leaf, index) => (index < 3 ? leaf : leafOf(10_000 * (which + 1) + index)))
);

/** The root hash of each cosigned size, and what waits for further ones. */
class Cosigned {
  readonly roots = new Map<number, string>();
  #waiting: { readonly count: number; readonly resolve: () => void } | null = null;

  add(size: number, root: string): void {
    assert.strictEqual(this.roots.get(size) ?? root, root, `two trees of ${size} leaves`);
    this.roots.set(size, root);
    if (this.#waiting !== null && this.roots.size >= this.#waiting.count) this.#waiting.resolve();
  }

  /** Resolves when this many more sizes are cosigned. */
  more(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { count: this.roots.size + count, resolve };
    });
  }
}

const rootOf = (tree: ReadonlyArray<Uint8Array>, size: number): string =>
  Buffer.from(naiveRoot(tree.slice(0, size))).toString("base64");

const send = async (address: string, body: string): Promise<Response | null> => {
  try {
    return await fetch(`${address}/add-checkpoint`, { method: "POST", body, signal: AbortSignal.timeout(5_000) });
  } catch {
    return null;
  }
};

/** Sends checkpoints of one history, each one leaf larger, until the witness is gone. Follows the sizes that it states. */
const follow = async (address: string, tree: ReadonlyArray<Uint8Array>, cosigned: Cosigned): Promise<void> => {
  for (let size = 0; ; ) {
    const newer = Math.min(size + 1, tree.length);
    const checkpoint = checkpointBy(log, newer, naiveRoot(tree.slice(0, newer)));
    const proof = size === 0 ? [] : naiveConsistency(size, tree.slice(0, newer));
    const response = await send(address, addCheckpointText({ oldSize: size, proof, checkpoint }));
    const body = await response?.text().catch(() => null);
    if (response === null || body === null || body === undefined) return;
    if (response.status === 200) {
      const { text } = Either.getOrThrow(parseNote(checkpoint));
      const note = Either.getOrThrow(parseNote(`${text}\n${body}`));
      assert.strictEqual(note.text, text);
      cosigned.add(newer, rootOf(tree, newer));
      size = newer;
    } else if (response.status === 409) size = parseSizeText(body) ?? 0;
    else size = Math.max(0, size - 1);
  }
};

const rounds = 8;

/** One life of the witness: it is killed after some cosignatures, in the middle of others. */
const live = (path: string, cosigned: Cosigned, count: number) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { address, child } = yield* startWitness(path, [log.key]);
      const enough = cosigned.more(count);
      const senders = histories.flatMap((tree) => [follow(address, tree, cosigned), follow(address, tree, cosigned)]);
      yield* Effect.promise(() => enough);
      child.kill("SIGKILL");
      yield* Effect.promise(() => Promise.all(senders));
    })
  );

it.scopedLive(
  "a witness that is killed while two histories are sent cosigns only one of them",
  () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "witness.json");
      const cosigned = new Cosigned();
      for (let round = 0; round < rounds; round += 1) yield* live(path, cosigned, 1 + (round % 4));
      const { roots } = cosigned;
      const chosen = histories.filter((tree) => [...roots].every(([size, root]) => root === rootOf(tree, size)));
      assert.isAtLeast(roots.size, rounds);
      assert.strictEqual(chosen.length, 1, `sizes ${[...roots.keys()].join(", ")}`);
    }),
  { timeout: 180_000 }
);
