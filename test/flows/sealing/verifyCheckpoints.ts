import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import { MerkleFrontier } from "../../../src/domain/transparency/MerkleFrontier.ts";

/** Compares every stored checkpoint with the tree over the leaf hashes of the events, and returns how many there are. */
export const verifyCheckpoints = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const leaves = yield* sql<{ leafHash: string }>`
    select leaf_hash as "leafHash" from tidemark.events order by position`;
  const checkpoints = yield* sql<{ size: number; rootHash: Uint8Array; note: string }>`
    select size, root_hash as "rootHash", note from tidemark.log_checkpoints order by size`;
  const frontier = new MerkleFrontier();
  for (const { note, rootHash, size } of checkpoints) {
    while (frontier.size() < size) {
      frontier.add(Buffer.from(leaves[frontier.size()]?.leafHash ?? "", "base64url"));
    }
    const root = Buffer.from(frontier.root()).toString("base64");
    if (Buffer.from(rootHash).toString("base64") !== root || !note.includes(`\n${size}\n${root}\n`)) {
      return yield* Effect.die(new Error(`The checkpoint of ${size} is not that of the events`));
    }
  }
  return { count: checkpoints.length, sealed: frontier.size(), events: leaves.length };
});
