import { type Hashing, pureHashing } from "../crypto/Hashing.ts";
import { sha256 } from "../crypto/sha256.ts";

/** The root hash of an empty tree: SHA-256 of no bytes (RFC 6962, section 2.1). */
export const emptyRoot: Uint8Array = sha256(new Uint8Array(0));

/** Hashes the two children of an inner node. */
export type NodeHash = (left: Uint8Array, right: Uint8Array) => Uint8Array;

/** Returns a function that hashes inner nodes by a given SHA-256. Each call fills one buffer before it hashes. */
export const nodeHashBy = ({ digest }: Pick<Hashing, "digest">): NodeHash => {
  const node = new Uint8Array(65);
  node[0] = 1;
  return (left, right) => {
    node.set(left, 1);
    node.set(right, 33);
    return digest(node);
  };
};

/** Returns the hash of an inner node, SHA-256(0x01 ‖ left ‖ right) (RFC 6962, section 2.1). Both hashes have 32 bytes. */
export const nodeHash: NodeHash = nodeHashBy(pureHashing);

/** Returns the hash of a leaf, SHA-256(0x00 ‖ bytes) (RFC 6962, section 2.1). */
export const leafHashOf = (bytes: Uint8Array): Uint8Array => {
  const leaf = new Uint8Array(bytes.length + 1);
  leaf.set(bytes, 1);
  return sha256(leaf);
};

/** Says whether two hashes are the same bytes. */
export const isSameHash = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index]);
