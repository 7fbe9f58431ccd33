import { hash } from "node:crypto";
import type { NodeHash } from "../../domain/transparency/merkleHash.ts";

/** The bytes that are hashed. Each call fills them before it hashes, so that one buffer serves all. */
const node = Buffer.alloc(65);
node[0] = 1;

/** Hashes inner nodes by OpenSSL, in a third of the time of plain JavaScript. */
export const nodeHashNode: NodeHash = (left, right) => {
  node.set(left, 1);
  node.set(right, 33);
  return hash("sha256", node, "buffer");
};
