import * as Context from "effect/Context";
import { nodeHash } from "./merkleHash.ts";

/** Hashes inner nodes of the tree. A platform may have a faster one than the default, with the same results. */
export class NodeHasher extends Context.Reference<NodeHasher>()("domain/NodeHasher", {
  defaultValue: () => nodeHash
}) {}
