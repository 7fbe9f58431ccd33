import { assert, describe, it } from "@effect/vitest";
import { encode } from "@ipld/dag-cbor";
import { p256 } from "@noble/curves/nist.js";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import fc from "fast-check";
import { base58btc } from "multiformats/bases/base58";
import type { CID } from "multiformats/cid";
import {
  addBlock,
  addCommit,
  addTree,
  type Blocks,
  memorySigningKey
} from "../../../../src/adapters/memory/pds/makeRepository.ts";
import * as RepositorySignaturesMemory from "../../../../src/adapters/memory/pds/RepositorySignaturesMemory.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { tid } from "../../../../src/domain/atproto/tid.ts";
import { tidMilliseconds } from "../../../../src/domain/atproto/tidMilliseconds.ts";
import { sha256 } from "../../../../src/domain/crypto/sha256.ts";
import { carReader } from "../../../../src/domain/sync/repository/CarReader.ts";
import { isSignedBy } from "../../../../src/domain/sync/repository/isSignedBy.ts";
import { verifyCommit } from "../../../../src/domain/sync/repository/RepositoryCommit.ts";
import { keyLayer } from "../../../../src/domain/sync/repository/TreeNode.ts";
import { type TreeItem, type TreeWalk, walkTree } from "../../../../src/domain/sync/repository/walkTree.ts";
import { carOf } from "../../../support/carOf.ts";

const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
const now = 1_795_780_800_000;
const rev = tid(BigInt(now - 60_000) * 1000n, 1);

const segment = fc.stringMatching(/^[a-zA-Z0-9._:~-]{1,12}$/);
const keys = fc
  .uniqueArray(
    fc.tuple(segment, segment).map(([collection, rkey]) => `${collection}/${rkey}`),
    { maxLength: 60 }
  )
  .map((all) => all.toSorted());

interface Made {
  readonly blocks: Blocks;
  readonly root: CID;
  readonly leaves: ReadonlyArray<readonly [string, CID]>;
  readonly commit: CID;
}

const repositoryOf = (sorted: ReadonlyArray<string>): Made => {
  const blocks: Blocks = new Map();
  const leaves = sorted.map((key) => [key, addBlock(blocks, { $type: "a.b.c", key })] as const);
  const root = addTree(blocks, leaves);
  return { blocks, root, leaves, commit: addCommit(blocks, did, rev, root) };
};

const walked = (blocks: Blocks, root: CID, options: Partial<TreeWalk> = {}): ReadonlyArray<TreeItem> => [
  ...walkTree({
    root,
    read: (cid) => blocks.get(cid.toString()) ?? null,
    wants: () => true,
    ...options
  })
];

const verified = (...commit: Parameters<typeof verifyCommit>) =>
  Effect.runSync(Effect.either(Effect.provide(verifyCommit(...commit), RepositorySignaturesMemory.layer)));

/** Everything that is verified of a CAR; null when any of it is refused. */
const believed = (car: Uint8Array, pieceLength: number): ReadonlyArray<string> | null => {
  const reader = carReader(sha256);
  const blocks: Blocks = new Map();
  for (let at = 0; at < car.length; at += pieceLength) {
    const taken = reader.take(car.subarray(at, at + pieceLength));
    if (Either.isLeft(taken)) return null;
    for (const { bytes, cid } of taken.right) blocks.set(cid.toString(), bytes);
  }
  const root = reader.end();
  if (Either.isLeft(root) || root.right === null) return null;
  const block = blocks.get(root.right.toString());
  if (block === undefined) return null;
  const commit = verified(block, { did, signingKey: memorySigningKey, now });
  if (Either.isLeft(commit)) return null;
  const items = walked(blocks, commit.right.data);
  const records = items.flatMap((item) => (item._tag === "Entry" ? [item] : []));
  const isWhole = items.every(({ _tag }) => _tag === "Entry") && records.every(({ cid }) => blocks.has(cid.toString()));
  return isWhole ? records.map(({ key, cid }) => `${key} ${cid}`) : null;
};

describe("a repository", () => {
  it("is read unchanged, in pieces of any size", () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 300 }), (sorted, pieceLength) => {
        const { blocks, commit, leaves } = repositoryOf(sorted);
        assert.deepStrictEqual(
          believed(carOf(commit, blocks), pieceLength),
          leaves.map(([key, cid]) => `${key} ${cid}`)
        );
      })
    );
  });

  it("is rejected if any bit of it is changed", () => {
    const { blocks, commit } = repositoryOf(["a.b.c/one", "a.b.c/three", "a.b.c/two", "a.b.d/x", "a.b.e/y"]);
    const car = carOf(commit, blocks);
    assert.isNotNull(believed(car, 64));
    for (let bit = 0; bit < car.length * 8; bit += 1) {
      const flipped = car.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.isNull(believed(flipped, 4096), `bit ${bit} of ${car.length * 8}`);
    }
  });

  it("is rejected if it is truncated at any byte or lacks any block", () => {
    const { blocks, commit } = repositoryOf(["a.b.c/one", "a.b.c/two", "a.b.d/x"]);
    const car = carOf(commit, blocks);
    for (let length = 0; length < car.length; length += 1) assert.isNull(believed(car.subarray(0, length), 100));
    for (const cid of blocks.keys()) {
      const rest = new Map([...blocks].filter(([own]) => own !== cid));
      assert.isNull(believed(carOf(commit, rest), 4096));
    }
  });

  it("has the layers of the examples in the specification", () => {
    assert.deepStrictEqual(
      ["2653ae71", "blue", "app.bsky.feed.post/454397e440ec", "app.bsky.feed.post/9adeb165882c"].map(keyLayer),
      [0, 1, 4, 8]
    );
  });

  it("is rejected if a key is duplicate, out of order, or in another layer", () => {
    const { blocks, leaves } = repositoryOf(["a.b.c/1", "a.b.c/2", "a.b.c/3", "a.b.c/4", "a.b.c/5", "a.b.c/6"]);
    const byLayer = leaves.filter(([key]) => keyLayer(key) === 0);
    const node = (entries: ReadonlyArray<readonly [string, CID]>, l: CID | null, t: CID | null = null) =>
      addBlock(blocks, { l, e: entries.map(([key, v]) => ({ p: 0, k: new TextEncoder().encode(key), v, t })) });
    const [first, second] = byLayer;
    if (first === undefined || second === undefined) throw new Error("too few keys of layer 0");
    const lower = node([first], null);
    for (const root of [
      node([first, first], null),
      node([second, first], null),
      node([first, second], null), // what they share is written out
      node([first], lower),
      node([first], null, lower),
      node([], lower),
      addBlock(blocks, { l: null, e: [], x: 1 }),
      addBlock(blocks, { l: null, e: [{ p: 1, k: new Uint8Array([97]), v: first[1], t: null }] }),
      addBlock(blocks, { l: null, e: [{ p: 0, k: new TextEncoder().encode("nokey"), v: first[1], t: null }] })
    ])
      assert.deepStrictEqual(
        walked(blocks, root).flatMap((item) => (item._tag === "Fault" ? [item.fault.reason] : [])),
        ["tree-malformed"]
      );
  });

  it("names each missing node once, and is complete once they are there", () => {
    fc.assert(
      fc.property(keys, fc.func(fc.boolean()), (sorted, isThere) => {
        const { blocks, leaves, root } = repositoryOf(sorted);
        const given = new Map([...blocks].filter(([cid]) => isThere(cid)));
        for (;;) {
          const missing = walked(given, root).flatMap((item) => (item._tag === "Missing" ? [item.cid.toString()] : []));
          assert.strictEqual(new Set(missing).size, missing.length);
          if (missing.length === 0) break;
          for (const cid of missing) given.set(cid, blocks.get(cid) ?? new Uint8Array());
        }
        const found = walked(given, root).map((item) => (item._tag === "Entry" ? item.key : item._tag));
        assert.deepStrictEqual(
          found,
          leaves.map(([key]) => key)
        );
      })
    );
  });
});

describe("a commit", () => {
  const check = { did, signingKey: memorySigningKey, now };
  const reasonOf = (blocks: Blocks, cid: CID, against = check): string => {
    const block = blocks.get(cid.toString());
    if (block === undefined) throw new Error("no such block");
    return Either.match(verified(block, against), { onLeft: ({ reason }) => reason, onRight: () => "verified" });
  };

  it("must belong to the account, be signed by its key, and not be in the future", () => {
    const { blocks, root } = repositoryOf(["a.b.c/1"]);
    const ahead = tid(BigInt(now + 600_000) * 1000n, 1);
    assert.strictEqual(reasonOf(blocks, addCommit(blocks, did, rev, root)), "verified");
    assert.strictEqual(reasonOf(blocks, addCommit(blocks, "did:plc:other", rev, root)), "did-mismatch");
    assert.strictEqual(reasonOf(blocks, addCommit(blocks, did, ahead, root)), "rev-in-future");
    assert.strictEqual(reasonOf(blocks, addCommit(blocks, did, "2024-01-01", root)), "commit-malformed");
    assert.strictEqual(
      reasonOf(blocks, addBlock(blocks, { did, version: 3, data: root, rev, prev: null })),
      "commit-malformed"
    );
    const unsigned = { did, version: 3, data: root, rev, prev: null, sig: new Uint8Array(64).fill(1) };
    assert.strictEqual(reasonOf(blocks, addBlock(blocks, unsigned)), "signature-invalid");
    assert.strictEqual(reasonOf(blocks, addBlock(blocks, [1])), "commit-malformed");
    for (const signingKey of ["", "z", "z6Mk", "not base58 0OIl"])
      assert.strictEqual(
        reasonOf(blocks, addCommit(blocks, did, rev, root), { ...check, signingKey }),
        "signature-invalid"
      );
  });

  it("is verified on P-256 as well, and only with a low-S signature", () => {
    const { publicKey, secretKey } = p256.keygen();
    const key = base58btc.encode(Uint8Array.from([0x80, 0x24, ...publicKey]));
    const message = encode({ a: 1 });
    const signature = p256.sign(message, secretKey, { lowS: true });
    const s = p256.Signature.fromBytes(signature).s;
    const high = new p256.Signature(p256.Signature.fromBytes(signature).r, p256.Point.Fn.ORDER - s).toBytes();
    assert.isTrue(isSignedBy(key, message, signature));
    assert.isFalse(isSignedBy(key, message, high));
    assert.isFalse(isSignedBy(key, encode({ a: 2 }), signature));
    assert.isFalse(isSignedBy(memorySigningKey, message, signature));
  });

  it("has the time of its revision", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_007_199_254_740 }), fc.nat(1023), (time, clock) => {
        assert.strictEqual(tidMilliseconds(tid(BigInt(time) * 1000n, clock)), time);
      })
    );
  });
});
