import { encode } from "@ipld/dag-cbor";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { base58btc } from "multiformats/bases/base58";
import { CID } from "multiformats/cid";
import { create } from "multiformats/hashes/digest";
import { sha256 } from "../../../domain/crypto/sha256.ts";
import { keyLayer } from "../../../domain/sync/repository/TreeNode.ts";

/** The key with which the in-memory server signs every repository. It is not secret. */
const privateKey = sha256("the key of the in-memory server");

/** The Multikey in the DID documents of its accounts. */
export const memorySigningKey = base58btc.encode(
  Uint8Array.from([0xe7, 0x01, ...secp256k1.getPublicKey(privateKey, true)])
);

/** Blocks by the text of their CIDs. */
export type Blocks = Map<string, Uint8Array>;

/** Adds a value as a block. */
export const addBlock = (blocks: Blocks, value: unknown): CID => {
  const bytes = encode(value);
  const cid = CID.createV1(0x71, create(0x12, sha256(bytes)));
  blocks.set(cid.toString(), bytes);
  return cid;
};

/** A key of a tree, `collection/record key`, and the record there. */
export type Leaf = readonly [key: string, cid: CID];

const ascii = new TextEncoder();

const sharedLength = (left: string, right: string): number => {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
};

const subtree = (blocks: Blocks, leaves: ReadonlyArray<Leaf>, layer: number): CID | null =>
  leaves.length === 0 ? null : addNode(blocks, leaves, layer);

const addNode = (blocks: Blocks, leaves: ReadonlyArray<Leaf>, layer: number): CID => {
  const places = leaves.flatMap(([key], at) => (keyLayer(key) === layer ? [at] : []));
  const left = subtree(blocks, leaves.slice(0, places[0] ?? leaves.length), layer - 1);
  let before = "";
  const entries = places.flatMap((at, nth) => {
    const leaf = leaves[at];
    if (leaf === undefined) return [];
    const [key, v] = leaf;
    const p = sharedLength(before, key);
    before = key;
    const t = subtree(blocks, leaves.slice(at + 1, places[nth + 1] ?? leaves.length), layer - 1);
    return [{ p, k: ascii.encode(key.slice(p)), v, t }];
  });
  return addBlock(blocks, { l: left, e: entries });
};

/** Adds the Merkle search tree of sorted leaves, and returns the CID of its root. */
export const addTree = (blocks: Blocks, leaves: ReadonlyArray<Leaf>): CID =>
  addNode(blocks, leaves, Math.max(0, ...leaves.map(([key]) => keyLayer(key))));

/** Adds a signed commit. */
export const addCommit = (blocks: Blocks, did: string, rev: string, data: CID): CID => {
  const unsigned = { did, version: 3, data, rev, prev: null };
  return addBlock(blocks, { ...unsigned, sig: secp256k1.sign(encode(unsigned), privateKey) });
};
