import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { leafHash } from "../../src/domain/event/leafHash.ts";
import { checkpointText } from "../../src/domain/transparency/Checkpoint.ts";
import { CheckpointSigner } from "../../src/domain/transparency/CheckpointSigner.ts";
import { GrowingTree } from "../../src/domain/transparency/GrowingTree.ts";
import { SealedTree } from "../../src/domain/transparency/SealedTree.ts";
import { noteText } from "../../src/domain/transparency/SignedNote.ts";
import { testSigner } from "../support/sealLog.ts";

/** Computes the leaf hash of the event at a position anew, as somebody does who hides a change. */
export const rehash = Effect.fnUntraced(function* (position: number) {
  const sql = yield* SqlClient;
  const log = yield* EventLog;
  const [event] = yield* log.readRange({ after: position - 1, upTo: position }, 1, new Set());
  if (event === undefined) return;
  yield* sql`update tidemark.events set leaf_hash = ${leafHash(event)} where position = ${position}`;
});

const sign = Effect.fnUntraced(function* (size: number, rootHash: Uint8Array) {
  const { origin, sign: signText } = yield* CheckpointSigner;
  const text = checkpointText({ origin, size, rootHash, extensions: [] });
  return noteText({ text, signatures: [yield* signText(text)] });
});

/** Replaces a stored checkpoint by one with another root and a valid signature, as a thief of the key can. */
export const forgeCheckpoint = Effect.fnUntraced(function* (size: number, rootHash: Uint8Array) {
  const sql = yield* SqlClient;
  const note = yield* sign(size, rootHash);
  yield* sql`
    update tidemark.log_checkpoints set root_hash = ${Buffer.from(rootHash)}, note = ${note} where size = ${size}`;
}, Effect.provide(testSigner));

/** Makes tiles and checkpoints of the events that are there now, as somebody does who has the key and hides everything. */
export const rebuildTree = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const tree = yield* SealedTree;
  const leaves = yield* tree.leafHashes(0, 100_000);
  const sizes = (yield* tree.checkpoints(0, 100_000)).map(({ size }) => size);
  const growing = new GrowingTree(0, []);
  for (const leaf of leaves) {
    growing.add(leaf);
    if (sizes.includes(growing.size())) yield* forgeCheckpoint(growing.size(), growing.root());
  }
  yield* sql`delete from tidemark.log_checkpoints where size > ${leaves.length}`;
  yield* sql`delete from tidemark.log_tiles`;
  for (const { hashes, index, level } of growing.changedTiles())
    yield* sql`insert into tidemark.log_tiles (level, tile, hashes) values (${level}, ${index}, ${Buffer.from(hashes)})`;
});
