import { type CidBytes, isSameBytes } from "../repository/cidBytes.ts";
import { keyLayer } from "../repository/TreeNode.ts";
import { type EditedContent, PartialNode, type TreeBlocks, TreeProblem } from "./PartialNode.ts";

/** The place of the first key that is not before a key. */
const placeOf = (keys: ReadonlyArray<string>, key: string): number => {
  let place = 0;
  while (place < keys.length && (keys[place] ?? key) < key) place += 1;
  return place;
};

const nodeOf = (content: EditedContent): PartialNode | null =>
  content.keys.length === 0 && content.subtrees[0] === null ? null : PartialNode.of(content);

/** Puts nodes without keys above a subtree: every layer between a key and the next one below has a node. */
const raised = (subtree: PartialNode | null, layers: number): PartialNode | null => {
  let top = subtree;
  if (top === null) return null;
  for (let layer = 0; layer < layers; layer += 1) top = PartialNode.of({ keys: [], values: [], subtrees: [top] });
  return top;
};

/**
 * A Merkle search tree of which only some blocks are known: those that a commit event carries. Changes are applied as
 * if the tree were complete. They throw `TreeProblem` if they need a block that is not there, or do not fit the tree
 * (AT Protocol, Sync: "Commit Validation").
 */
export class PartialTree {
  readonly #blocks: TreeBlocks;
  #root: PartialNode;
  /** The layer of the root; null for an empty tree. */
  #layer: number | null;

  /** Reads the root. */
  constructor(root: CidBytes, blocks: TreeBlocks) {
    this.#blocks = blocks;
    this.#root = PartialNode.at(root).load(blocks, Number.POSITIVE_INFINITY);
    const [first] = this.#root.keys();
    if (first === undefined && !this.#root.isEmpty()) throw new TreeProblem("operations-invalid");
    this.#layer = first === undefined ? null : keyLayer(first);
  }

  /** Returns the value of a key, or null. */
  get(key: string): CidBytes | null {
    let node: PartialNode | null = this.#root;
    for (let layer = this.#layer ?? 0; node !== null; layer -= 1) {
      const keys: ReadonlyArray<string> = node.load(this.#blocks, layer).keys();
      const place = placeOf(keys, key);
      if (keys[place] === key) return node.value(place);
      node = node.subtree(place);
    }
    return null;
  }

  /** Gives a key that has a certain value another one. */
  replace(key: string, before: CidBytes, after: CidBytes): void {
    this.#replaceIn(this.#root, this.#layer ?? 0, key, before, after);
  }

  /** Adds a key that the tree does not have. */
  insert(key: string, value: CidBytes): void {
    const layer = keyLayer(key);
    const top = this.#layer;
    if (top !== null && layer <= top) this.#insertIn(this.#root, top, key, value, layer);
    else this.#insertAbove(top, key, value, layer);
  }

  /** Removes a key that has a certain value. */
  remove(key: string, value: CidBytes): void {
    this.#removeIn(this.#root, this.#layer ?? 0, key, value);
  }

  /** Returns the CID of the root of the tree after the changes. */
  root(): CidBytes {
    let root = this.#root;
    for (let layer = this.#layer ?? 0; ; layer -= 1) {
      root.load(this.#blocks, layer);
      const only = root.keys().length === 0 ? root.subtree(0) : null;
      if (only === null) return root.cid(this.#blocks.sha256);
      root = only;
    }
  }

  #insertAbove(top: number | null, key: string, value: CidBytes, layer: number): void {
    const [left, right] = top === null ? [null, null] : this.#split(this.#root, top, key);
    const height = top === null ? 0 : layer - top - 1;
    const subtrees = [raised(left, height), raised(right, height)];
    this.#root = PartialNode.of({ keys: [key], values: [value], subtrees });
    this.#layer = layer;
  }

  #replaceIn(node: PartialNode, layer: number, key: string, before: CidBytes, after: CidBytes): void {
    const keys = node.load(this.#blocks, layer).keys();
    const place = placeOf(keys, key);
    if (keys[place] === key) {
      if (!isSameBytes(node.value(place), before)) throw new TreeProblem("operations-invalid");
      node.edit().values[place] = after;
      return;
    }
    const subtree = node.subtree(place);
    if (subtree === null) throw new TreeProblem("operations-invalid");
    this.#replaceIn(subtree, layer - 1, key, before, after);
    node.change();
  }

  #insertIn(node: PartialNode, layer: number, key: string, value: CidBytes, keyAt: number): void {
    const keys = node.load(this.#blocks, layer).keys();
    const place = placeOf(keys, key);
    if (keys[place] === key) throw new TreeProblem("operations-invalid");
    const subtree = node.subtree(place);
    if (layer === keyAt) {
      const [left, right] = this.#split(subtree, layer - 1, key);
      const content = node.edit();
      content.keys.splice(place, 0, key);
      content.values.splice(place, 0, value);
      content.subtrees.splice(place, 1, left, right);
    } else if (subtree === null) {
      const leaf = PartialNode.of({ keys: [key], values: [value], subtrees: [null, null] });
      node.edit().subtrees[place] = raised(leaf, layer - 1 - keyAt);
    } else {
      this.#insertIn(subtree, layer - 1, key, value, keyAt);
      node.change();
    }
  }

  #removeIn(node: PartialNode, layer: number, key: string, value: CidBytes): void {
    const keys = node.load(this.#blocks, layer).keys();
    const place = placeOf(keys, key);
    const subtree = node.subtree(place);
    if (keys[place] === key) {
      const isRight = isSameBytes(node.value(place), value) && keyLayer(key) === layer;
      if (!isRight) throw new TreeProblem("operations-invalid");
      const merged = this.#merge(subtree, node.subtree(place + 1), layer - 1);
      const content = node.edit();
      content.keys.splice(place, 1);
      content.values.splice(place, 1);
      content.subtrees.splice(place, 2, merged);
      return;
    }
    if (subtree === null) throw new TreeProblem("operations-invalid");
    this.#removeIn(subtree, layer - 1, key, value);
    if (subtree.isEmpty()) node.edit().subtrees[place] = null;
    else node.change();
  }

  /** Cuts a subtree, which does not have a key, before the key. */
  #split(node: PartialNode | null, layer: number, key: string): readonly [PartialNode | null, PartialNode | null] {
    if (node === null) return [null, null];
    const keys = node.load(this.#blocks, layer).keys();
    const place = placeOf(keys, key);
    if (keys[place] === key) throw new TreeProblem("operations-invalid");
    const [left, right] = this.#split(node.subtree(place), layer - 1, key);
    const { subtrees, values } = node.edit();
    return [
      nodeOf({
        keys: keys.slice(0, place),
        values: values.slice(0, place),
        subtrees: [...subtrees.slice(0, place), left]
      }),
      nodeOf({ keys: keys.slice(place), values: values.slice(place), subtrees: [right, ...subtrees.slice(place + 1)] })
    ];
  }

  /** Joins two neighbouring subtrees of one layer. */
  #merge(left: PartialNode | null, right: PartialNode | null, layer: number): PartialNode | null {
    if (left === null || right === null) return left ?? right;
    const before = left.load(this.#blocks, layer).edit();
    const after = right.load(this.#blocks, layer).edit();
    const middle = this.#merge(before.subtrees.at(-1) ?? null, after.subtrees[0] ?? null, layer - 1);
    return nodeOf({
      keys: [...before.keys, ...after.keys],
      values: [...before.values, ...after.values],
      subtrees: [...before.subtrees.slice(0, -1), middle, ...after.subtrees.slice(1)]
    });
  }
}
