import type { CID } from "multiformats/cid";
import { sha256 } from "../../crypto/sha256.ts";
import { toBlockCid } from "./cidBytes.ts";
import { cidAt, parseNode } from "./StoredNode.ts";

/** A node of a Merkle search tree: its keys in order, with the subtrees before the first and after each of them. */
export interface TreeNode {
  readonly left: CID | null;
  readonly entries: ReadonlyArray<TreeEntry>;
}

interface TreeEntry {
  /** `collection/record key`. */
  readonly key: string;
  readonly value: CID;
  readonly right: CID | null;
}

/** Returns the layer of a key: the leading zeros of its hash, counted in pairs of bits. */
export const keyLayer = (key: string): number => {
  let layer = 0;
  for (const byte of sha256(key)) {
    if (byte === 0) {
      layer += 4;
      continue;
    }
    return layer + Math.floor((Math.clz32(byte) - 24) / 2);
  }
  return layer;
};

const linked = (block: Uint8Array, at: number | undefined): CID | null => {
  const cid = at === undefined ? null : cidAt(block, at);
  return cid === null ? null : toBlockCid(cid);
};

/**
 * Reads a node, or returns null if the bytes are no node, or its keys are malformed, out of order, or not shortened by
 * exactly the prefix that they share with the key before (AT Protocol, Repository: "MST Structure").
 */
export const readNode = (bytes: Uint8Array): TreeNode | null => {
  const stored = parseNode(bytes);
  if (stored === null) return null;
  const { block, keys, subtreesAt, valuesAt } = stored;
  const entries: Array<TreeEntry> = [];
  for (const [place, key] of keys.entries()) {
    const value = linked(block, valuesAt[place]);
    if (value === null) return null;
    entries.push({ key, value, right: linked(block, subtreesAt[place + 1]) });
  }
  return { left: linked(block, subtreesAt[0]), entries };
};
