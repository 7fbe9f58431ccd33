import { isSameHash, nodeHash } from "./merkleHash.ts";
import { coveringSubtrees, type Subtree, splitOf } from "./subtrees.ts";

/**
 * Returns which hashes an inclusion proof of a leaf consists of, from the sibling of the leaf up (RFC 6962, section
 * 2.1.1): each is the hash over the listed subtrees. `index` is below `size`.
 */
export const inclusionPath = (index: number, size: number): ReadonlyArray<ReadonlyArray<Subtree>> => {
  const path: Array<ReadonlyArray<Subtree>> = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const split = start + splitOf(end - start);
    path.push(index < split ? coveringSubtrees(split, end) : coveringSubtrees(start, split));
    if (index < split) end = split;
    else start = split;
  }
  return path.reverse();
};

/**
 * Returns the root hash that an inclusion proof leads to, or null for a proof of the wrong length or an index that is
 * not in the tree (RFC 9162, section 2.1.3.2).
 */
export const rootOfInclusion = (
  index: number,
  size: number,
  leafHash: Uint8Array,
  proof: ReadonlyArray<Uint8Array>
): Uint8Array | null => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null;
  let node = index;
  let last = size - 1;
  let hash = leafHash;
  for (const sibling of proof) {
    if (last === 0 || sibling.length !== 32) return null;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    } else hash = nodeHash(hash, sibling);
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hash : null;
};

/** Says whether an inclusion proof shows that a leaf is at an index of the tree with this size and root hash. */
export const verifyInclusion = (
  index: number,
  size: number,
  leafHash: Uint8Array,
  proof: ReadonlyArray<Uint8Array>,
  rootHash: Uint8Array
): boolean => {
  const root = leafHash.length === 32 ? rootOfInclusion(index, size, leafHash, proof) : null;
  return root !== null && isSameHash(root, rootHash);
};
