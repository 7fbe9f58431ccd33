import { assert, describe, it } from "@effect/vitest";
import fc from "fast-check";
import { consistencyPath, verifyConsistency } from "../../../src/domain/transparency/consistencyProof.ts";
import { type FilledTile, GrowingTree } from "../../../src/domain/transparency/GrowingTree.ts";
import { inclusionPath, verifyInclusion } from "../../../src/domain/transparency/inclusionProof.ts";
import { MerkleFrontier } from "../../../src/domain/transparency/MerkleFrontier.ts";
import { leafHashOf } from "../../../src/domain/transparency/merkleHash.ts";
import { partialTiles, tilesOf } from "../../../src/domain/transparency/Tile.ts";
import { TileHashes, TileMissing, tilesHolding } from "../../../src/domain/transparency/TileHashes.ts";
import { leafOf, leavesOf, naiveConsistency, naiveInclusion, naiveRoot } from "./naiveTree.ts";

/** All tiles of a tree, as one process that adds leaf after leaf leaves them. */
const tilesUpTo = (size: number): ReadonlyMap<string, FilledTile> => {
  const tree = new GrowingTree(0, []);
  for (const leaf of leavesOf(size)) tree.add(leaf);
  return new Map(tree.changedTiles().map((tile) => [`${tile.level}/${tile.index}`, tile]));
};

const hashesOf = (tiles: ReadonlyMap<string, FilledTile>): TileHashes => {
  const hashes = new TileHashes();
  for (const tile of tiles.values()) hashes.add(tile, tile.hashes);
  return hashes;
};

const sizes = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(255, 256, 257, 511, 512, 513), fc.nat(700));

describe("root hash", () => {
  it("is that of RFC 6962 for every size up to 300", () => {
    const frontier = new MerkleFrontier();
    const tree = new GrowingTree(0, []);
    const leaves = leavesOf(300);
    assert.deepStrictEqual(frontier.root(), new Uint8Array(naiveRoot([])));
    for (const [index, leaf] of leaves.entries()) {
      frontier.add(leaf);
      tree.add(leaf);
      const expected = new Uint8Array(naiveRoot(leaves.slice(0, index + 1)));
      assert.deepStrictEqual(new Uint8Array(frontier.root()), expected);
      assert.deepStrictEqual(new Uint8Array(tree.root()), expected);
      assert.strictEqual(frontier.size(), index + 1);
    }
  });

  it("does not depend on where the growth was interrupted", () => {
    fc.assert(
      fc.property(sizes, fc.nat(700), (first, added) => {
        const partial = partialTiles(first).flatMap(({ level, index }) => {
          const tile = tilesUpTo(first).get(`${level}/${index}`);
          return tile === undefined ? [] : [tile];
        });
        const resumed = new GrowingTree(first, partial);
        for (let index = first; index < first + added; index += 1) resumed.add(leafOf(index));
        const frontier = new MerkleFrontier();
        for (const leaf of leavesOf(first + added)) frontier.add(leaf);
        assert.deepStrictEqual(new Uint8Array(resumed.root()), new Uint8Array(frontier.root()));
        const stored = new Map(tilesUpTo(first));
        for (const tile of resumed.changedTiles()) stored.set(`${tile.level}/${tile.index}`, tile);
        const expected = tilesUpTo(first + added);
        for (const { level, index, width } of tilesOf(first + added)) {
          const key = `${level}/${index}`;
          assert.strictEqual(stored.get(key)?.width, width);
          assert.deepStrictEqual(stored.get(key), expected.get(key));
        }
      }),
      { numRuns: 40 }
    );
  });

  it("a leaf hash begins with a byte 0x00", () => {
    assert.deepStrictEqual(leafHashOf(new TextEncoder().encode("leaf 7")), new Uint8Array(leafOf(7)));
  });
});

describe("inclusion proof", () => {
  it("is that of RFC 6962, is read from tiles alone, and verifies", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (drawn, place) => {
        const size = Math.max(1, drawn);
        const index = place % size;
        const leaves = leavesOf(size);
        const path = inclusionPath(index, size);
        const all = tilesUpTo(size);
        const needed = new Map(
          [...all].filter(([key]) => tilesHolding(path, size).some((t) => `${t.level}/${t.index}` === key))
        );
        const proof = hashesOf(needed).proof(path);
        assert.deepStrictEqual(
          proof.map((hash) => new Uint8Array(hash)),
          naiveInclusion(index, leaves).map((hash) => new Uint8Array(hash))
        );
        const leaf = leafOf(index);
        const root = naiveRoot(leaves);
        assert.isTrue(verifyInclusion(index, size, leaf, proof, root));
        assert.isFalse(verifyInclusion(index, size, leafOf(index + 1), proof, root));
        assert.isFalse(verifyInclusion(index + 1, size, leaf, proof, root));
        assert.isFalse(verifyInclusion(index, size, leaf, [...proof, root], root));
        if (proof.length > 0) assert.isFalse(verifyInclusion(index, size, leaf, proof.slice(1), root));
      }),
      { numRuns: 60 }
    );
  });

  it("says which tile is missing", () => {
    const path = inclusionPath(3, 300);
    assert.throws(() => new TileHashes().proof(path), TileMissing, "Tile 0 of level 0 is missing or too short");
  });

  it("needs at most 32 hashes for four billion events", () => {
    assert.strictEqual(inclusionPath(123, 2 ** 32).length, 32);
    assert.strictEqual(tilesHolding(inclusionPath(123, 2 ** 32), 2 ** 32).length, 4);
  });
});

describe("consistency proof", () => {
  it("is that of RFC 6962, is read from tiles of the newer tree, and verifies", () => {
    fc.assert(
      fc.property(sizes, fc.nat(300), (drawn, added) => {
        const older = Math.max(1, drawn);
        const newer = older + added;
        const leaves = leavesOf(newer);
        const path = consistencyPath(older, newer);
        const proof = hashesOf(tilesUpTo(newer)).proof(path);
        assert.deepStrictEqual(
          proof.map((hash) => new Uint8Array(hash)),
          naiveConsistency(older, leaves).map((hash) => new Uint8Array(hash))
        );
        const oldHead = { size: older, rootHash: naiveRoot(leaves.slice(0, older)) };
        const newHead = { size: newer, rootHash: naiveRoot(leaves) };
        assert.isTrue(verifyConsistency(oldHead, newHead, proof));
        const forged = { size: older, rootHash: naiveRoot([...leaves.slice(0, older - 1), leafOf(-1)]) };
        assert.isFalse(verifyConsistency(forged, newHead, proof));
        assert.isFalse(verifyConsistency(oldHead, { ...newHead, rootHash: leafOf(-1) }, proof));
        assert.isFalse(verifyConsistency(oldHead, newHead, [...proof, leafOf(-1)]));
        if (proof.length > 0) assert.isFalse(verifyConsistency(oldHead, newHead, proof.slice(1)));
      }),
      { numRuns: 60 }
    );
  });
});
