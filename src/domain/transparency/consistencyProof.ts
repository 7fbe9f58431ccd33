import { isSameHash, nodeHash } from "./merkleHash.ts";
import { coveringSubtrees, type Subtree, splitOf } from "./subtrees.ts";

/** The size and root hash of a tree. */
export interface TreeHead {
  readonly size: number;
  readonly rootHash: Uint8Array;
}

/**
 * Returns which hashes a consistency proof between two sizes consists of (RFC 6962, section 2.1.2): each is the hash
 * over the listed subtrees. `older` is at least 1 and at most `newer`. Equal sizes need none.
 */
export const consistencyPath = (older: number, newer: number): ReadonlyArray<ReadonlyArray<Subtree>> => {
  const path: Array<ReadonlyArray<Subtree>> = [];
  let start = 0;
  let end = newer;
  while (end !== older) {
    const split = start + splitOf(end - start);
    path.push(older <= split ? coveringSubtrees(split, end) : coveringSubtrees(start, split));
    if (older <= split) end = split;
    else start = split;
  }
  // The verifier has the hash of the older tree itself.
  if (start > 0) path.push(coveringSubtrees(start, end));
  return path.reverse();
};

/**
 * Says whether a proof shows that the newer tree begins with the leaves of the older one (RFC 9162, section 2.1.4.2).
 * Nothing can be shown about an empty tree.
 */
export const verifyConsistency = (older: TreeHead, newer: TreeHead, proof: ReadonlyArray<Uint8Array>): boolean => {
  if (!Number.isSafeInteger(older.size) || !Number.isSafeInteger(newer.size)) return false;
  if (older.size < 1 || older.size > newer.size || proof.some((hash) => hash.length !== 32)) return false;
  if (older.size === newer.size) return proof.length === 0 && isSameHash(older.rootHash, newer.rootHash);
  let node = older.size - 1;
  let last = newer.size - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  // The older tree is one complete subtree: its root is the first node of the path.
  const path = node === 0 ? [older.rootHash, ...proof] : proof;
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let oldHash = first;
  let newHash = first;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      oldHash = nodeHash(sibling, oldHash);
      newHash = nodeHash(sibling, newHash);
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    } else newHash = nodeHash(newHash, sibling);
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && isSameHash(oldHash, older.rootHash) && isSameHash(newHash, newer.rootHash);
};
