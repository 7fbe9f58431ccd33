import { emptyRoot, type NodeHash, nodeHash } from "./merkleHash.ts";

/**
 * The root of a tree that only grows, in memory that does not: the hashes of the complete subtrees that cover it, one
 * for each bit of its size, the largest first (RFC 6962, section 2.1). It reads the leaf hashes in order.
 */
export class MerkleFrontier {
  readonly #subtrees: Array<Uint8Array> = [];
  readonly #hash: NodeHash;
  #size = 0;

  constructor(hash: NodeHash = nodeHash) {
    this.#hash = hash;
  }

  /** The number of leaves. */
  size(): number {
    return this.#size;
  }

  /** Adds the hash of the next leaf. */
  add(leafHash: Uint8Array): void {
    let hash = leafHash;
    for (let size = this.#size; size % 2 === 1; size = Math.floor(size / 2)) {
      hash = this.#hash(this.#subtrees.pop() ?? emptyRoot, hash);
    }
    this.#subtrees.push(hash);
    this.#size += 1;
  }

  /** Returns the root hash of the leaves so far. */
  root(): Uint8Array {
    return foldSubtrees(this.#subtrees, this.#hash);
  }
}

/** Returns the hash over neighbouring complete subtrees of decreasing size, the largest first. */
export const foldSubtrees = (hashes: ReadonlyArray<Uint8Array>, hash: NodeHash = nodeHash): Uint8Array =>
  hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => hash(left, right));
