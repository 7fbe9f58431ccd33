import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assert, describe, it } from "@effect/vitest";
import * as Schema from "effect/Schema";
import { CID } from "multiformats/cid";
import { addTree, type Blocks, type Leaf } from "../../../../src/adapters/memory/pds/makeRepository.ts";
import { sha256 } from "../../../../src/domain/crypto/sha256.ts";
import { cidText } from "../../../../src/domain/sync/repository/cidBytes.ts";
import { encodeNode } from "../../../../src/domain/sync/repository/encodeNode.ts";
import { keyLayer, readNode } from "../../../../src/domain/sync/repository/TreeNode.ts";
import { PartialTree } from "../../../../src/domain/sync/stream/PartialTree.ts";
import { vectorsFolder } from "../../lexicon/vectorsFolder.ts";

const folder = vectorsFolder("atproto-interop", "the commit proofs and tree vectors of AT Protocol");

const Proofs = Schema.parseJson(
  Schema.Array(
    Schema.Struct({
      comment: Schema.String,
      leafValue: Schema.String,
      keys: Schema.Array(Schema.String),
      adds: Schema.Array(Schema.String),
      dels: Schema.Array(Schema.String),
      rootBeforeCommit: Schema.String,
      rootAfterCommit: Schema.String,
      blocksInProof: Schema.Array(Schema.String)
    })
  )
);
const Heights = Schema.parseJson(Schema.Array(Schema.Struct({ key: Schema.String, height: Schema.Number })));

const read = (name: string): string => (folder === null ? "[]" : readFileSync(join(folder, name), "utf8"));
const proofs = Schema.decodeUnknownSync(Proofs)(read("firehose/commit-proof-fixtures.json"));

const sorted = (keys: Iterable<string>): ReadonlyArray<string> => [...keys].toSorted((a, b) => (a < b ? -1 : 1));

describe.skipIf(folder === null)("the commit proofs of AT Protocol", () => {
  it("are there", () => assert.isAbove(proofs.length, 5));

  describe.each(proofs)("$comment", (proof) => {
    const value = CID.parse(proof.leafValue);
    const treeOf = (keys: Iterable<string>) => {
      const blocks: Blocks = new Map();
      const leaves = sorted(keys).map((key): Leaf => [key, value]);
      return { blocks, root: addTree(blocks, leaves) };
    };
    const after = treeOf([...proof.keys, ...proof.adds].filter((key) => !proof.dels.includes(key)));
    const partial = () =>
      new PartialTree(after.root.bytes, {
        read: (cid) => {
          const text = cidText(cid);
          return proof.blocksInProof.includes(text) ? (after.blocks.get(text) ?? null) : null;
        },
        sha256
      });

    it("has the trees of the vector", () => {
      assert.strictEqual(treeOf(proof.keys).root.toString(), proof.rootBeforeCommit);
      assert.strictEqual(after.root.toString(), proof.rootAfterCommit);
    });

    it.each([
      ["deletions first", true],
      ["additions first", false]
    ])("leads to the root before from its blocks alone, %s", (_, deletionsFirst) => {
      const tree = partial();
      const add = () => proof.adds.forEach((key) => void tree.remove(key, value.bytes));
      const restore = () => proof.dels.forEach((key) => void tree.insert(key, value.bytes));
      for (const undo of deletionsFirst ? [restore, add] : [add, restore]) undo();
      assert.strictEqual(cidText(tree.root()), proof.rootBeforeCommit);
    });

    it("shows what was added and deleted", () => {
      const tree = partial();
      for (const key of proof.adds) assert.deepStrictEqual(tree.get(key), value.bytes);
      for (const key of proof.dels) assert.isNull(tree.get(key));
    });
  });
});

describe.skipIf(folder === null)("the tree vectors of AT Protocol", () => {
  it.each(Schema.decodeUnknownSync(Heights)(read("mst/key_heights.json")))("$key is in layer $height", (vector) => {
    assert.strictEqual(keyLayer(vector.key), vector.height);
  });

  it("has the layers of the example keys", () => {
    const keys = read("mst/example_keys.txt")
      .split("\n")
      .filter((line) => line !== "");
    assert.isAbove(keys.length, 100);
    for (const key of keys) assert.strictEqual(keyLayer(key), Number(key[1]), key);
  });

  it("encodes each node to its bytes again", () => {
    const keys = read("mst/example_keys.txt")
      .split("\n")
      .filter((line) => line !== "");
    const blocks: Blocks = new Map();
    addTree(
      blocks,
      sorted(keys).map((key): Leaf => [key, CID.parse("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454")])
    );
    assert.isAbove(blocks.size, 20);
    for (const bytes of blocks.values()) {
      const node = readNode(bytes);
      assert.isNotNull(node);
      const { entries, left } = node;
      const content = {
        keys: entries.map(({ key }) => key),
        values: entries.map((entry) => entry.value.bytes),
        subtrees: [left, ...entries.map(({ right }) => right)].map((cid) => cid?.bytes ?? null)
      };
      assert.deepStrictEqual(encodeNode(content), bytes);
    }
  });
});
