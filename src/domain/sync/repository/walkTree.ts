import type { CID } from "multiformats/cid";
import { fault, type RepositoryFault } from "./RepositoryFault.ts";
import { keyLayer, readNode, type TreeNode } from "./TreeNode.ts";

/** An exclusive range of keys; null for the start or the end of the tree. */
export interface KeyRange {
  readonly after: string | null;
  readonly before: string | null;
}

/** An item of a tree, in the order of the keys. A fault is the last item. */
export type TreeItem =
  | { readonly _tag: "Entry"; readonly key: string; readonly cid: CID }
  /** The block of a node is missing; its subtree is left out. */
  | { readonly _tag: "Missing"; readonly cid: CID }
  | { readonly _tag: "Fault"; readonly fault: RepositoryFault };

export interface TreeWalk {
  readonly root: CID;
  /** Returns the verified block with a CID, or null. */
  readonly read: (cid: CID) => Uint8Array | null;
  /** Whether a range of keys is needed; subtrees that are not needed are left out. */
  readonly wants: (range: KeyRange) => boolean;
}

type Steps = Generator<TreeItem, boolean>;

const failed = (reason: RepositoryFault["reason"]): TreeItem => ({ _tag: "Fault", fault: fault(reason) });

const isWithin = ({ after, before }: KeyRange, key: string): boolean =>
  (after === null || key > after) && (before === null || key < before);

/** Whether the keys of a node are in its layer and range, and the node or its subtrees hold something. */
const fits = ({ entries, left }: TreeNode, layer: number, range: KeyRange): boolean => {
  const hasSubtrees = left !== null || entries.some(({ right }) => right !== null);
  if (layer === 0 && hasSubtrees) return false;
  if (entries.length === 0) return left !== null;
  return entries.every(({ key }) => isWithin(range, key) && keyLayer(key) === layer);
};

/**
 * Walks a Merkle search tree in the order of its keys, and holds one node of each layer. It checks that the keys of
 * each node are in order, within the range that its parent leaves, and in the layer of their hashes. Every node except
 * the root has a key or leads to one, so no tree takes more steps than it has blocks (AT Protocol, Repository).
 */
export function* walkTree(walk: TreeWalk): Generator<TreeItem, void> {
  const bytes = walk.read(walk.root);
  if (bytes === null) return yield { _tag: "Missing", cid: walk.root };
  const root = readNode(bytes);
  if (root === null) return yield failed("tree-malformed");
  const [first] = root.entries;
  if (first === undefined && root.left === null) return;
  if (first === undefined) return yield failed("tree-malformed");
  yield* walkNode(walk, root, keyLayer(first.key), { after: null, before: null });
}

function* walkNode(walk: TreeWalk, node: TreeNode, layer: number, range: KeyRange): Steps {
  if (!fits(node, layer, range)) {
    yield failed("tree-malformed");
    return false;
  }
  const first = node.entries[0]?.key ?? range.before;
  if (!(yield* walkSubtree(walk, node.left, layer - 1, { after: range.after, before: first }))) return false;
  for (const [at, { key, right, value }] of node.entries.entries()) {
    yield { _tag: "Entry", key, cid: value };
    const before = node.entries[at + 1]?.key ?? range.before;
    if (!(yield* walkSubtree(walk, right, layer - 1, { after: key, before }))) return false;
  }
  return true;
}

function* walkSubtree(walk: TreeWalk, cid: CID | null, layer: number, range: KeyRange): Steps {
  if (cid === null || !walk.wants(range)) return true;
  const bytes = walk.read(cid);
  if (bytes === null) {
    yield { _tag: "Missing", cid };
    return true;
  }
  const node = readNode(bytes);
  if (node !== null) return yield* walkNode(walk, node, layer, range);
  yield failed("tree-malformed");
  return false;
}
