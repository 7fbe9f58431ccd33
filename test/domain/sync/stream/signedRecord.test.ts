import { assert, describe, it } from "@effect/vitest";
import { encode } from "@ipld/dag-cbor";
import * as Either from "effect/Either";
import { CID } from "multiformats/cid";
import { create } from "multiformats/hashes/digest";
import {
  addBlock,
  addCommit,
  addTree,
  type Blocks,
  type Leaf,
  memorySigningKey
} from "../../../../src/adapters/memory/pds/makeRepository.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { tid } from "../../../../src/domain/atproto/tid.ts";
import { sha256 } from "../../../../src/domain/crypto/sha256.ts";
import type { CommitVerdict, SignedCommitEvent } from "../../../../src/domain/sync/stream/verifyCommitEvent.ts";
import { carOf } from "../../../support/carOf.ts";
import { notes, now, others, verify } from "../../../support/commitEvents.ts";

const theRecords = (verdict: CommitVerdict) => (verdict._tag === "Verified" ? verdict.records : []);

describe("a record that its author signed", () => {
  const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
  const rev = tid(BigInt(now - 60_000) * 1000n, 1);

  /** A commit that creates one record with certain bytes, in a tree that the memory adapter makes. */
  const creationOf = (bytes: Uint8Array, rkey = "1"): SignedCommitEvent => {
    const blocks: Blocks = new Map();
    const cid = addBlock(blocks, {});
    const before = addTree(blocks, []);
    // The CID of the bytes, which the encoder would not make.
    const record = CID.createV1(0x71, create(0x12, sha256(bytes)));
    blocks.set(record.toString(), bytes);
    const leaf: Leaf = [`${notes}/${rkey}`, record];
    const commit = addCommit(blocks, did, rev, addTree(blocks, [leaf]));
    blocks.delete(cid.toString());
    return {
      _tag: "Commit",
      did,
      rev,
      operations: [{ action: "create", collection: notes, rkey, cid: record.toString() }],
      content: {
        _tag: "Signed",
        since: null,
        prevData: before,
        commit,
        previous: new Map(),
        blocks: carOf(commit, blocks)
      }
    };
  };

  const verified = async (event: SignedCommitEvent) =>
    theRecords(await verify(event, { signingKey: memorySigningKey, collections: new Set([notes]), now }));

  const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));

  it.each([
    ["4,000 levels", hex(`a1 61 61 ${"81".repeat(4_000)}00`), "nested-too-deep"],
    ["bad UTF-8", hex("a1 61 61 62 c080"), "invalid-utf8"],
    ["another type", encode({ $type: others }), "wrong-type"],
    ["no map", encode([]), "not-a-map"],
    ["a float", encode({ a: 1.5 }), "float"],
    ["what is not DAG-CBOR", hex("a1 61"), "not-dag-cbor"]
  ] as const)("with %s is verified, and is not a value", async (_, bytes, reason) => {
    assert.deepStrictEqual<unknown>(await verified(creationOf(bytes)), [Either.left(reason)]);
  });

  it.each([
    ["NUL in a name", hex("a1 61 00 00"), { "\u0000": 0 }],
    ["no $type", encode({ a: 1 }), { a: 1 }]
  ])("with %s is a value", async (_, bytes, value) => {
    assert.deepStrictEqual<unknown>(await verified(creationOf(bytes)), [Either.right(value)]);
  });

  it.each([".", "..", "a".repeat(513)])("at an invalid key is not a value", async (rkey) => {
    assert.deepStrictEqual<unknown>(await verified(creationOf(encode({}), rkey)), [Either.left("not-a-record-key")]);
  });
});
