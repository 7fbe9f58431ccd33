import { blockCidOf, type CidBytes, isSameBytes } from "../repository/cidBytes.ts";
import { encodeNode, parseNode } from "../repository/StoredNode.ts";
import { keyLayer } from "../repository/TreeNode.ts";

/** An operation cannot be undone in a tree. */
export class TreeProblem extends Error {
  readonly reason: "block-missing" | "operations-invalid";
  constructor(reason: TreeProblem["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

const missing = (): never => {
  throw new TreeProblem("block-missing");
};
const invalid = (): never => {
  throw new TreeProblem("operations-invalid");
};

interface Content {
  readonly keys: Array<string>;
  readonly values: Array<CidBytes>;
  /** One more than there are keys. */
  readonly subtrees: Array<Subtree | null>;
}

/** A node that is known by its CID, its content, or both. */
interface Subtree {
  /** Null after a change, until it is computed. */
  cid: CidBytes | null;
  /** Null until its block is needed. */
  content: Content | null;
}

const isEmpty = ({ keys, subtrees }: Content): boolean => keys.length === 0 && subtrees[0] === null;

const made = (content: Content): Subtree | null => (isEmpty(content) ? null : { cid: null, content });

/** The place of the first key that is not before a key. */
const placeOf = (keys: ReadonlyArray<string>, key: string): number => {
  const place = keys.findIndex((each) => each >= key);
  return place === -1 ? keys.length : place;
};

/** What a tree reads and computes its blocks with. */
export interface TreeBlocks {
  /** Returns the block with a CID, or null. */
  readonly read: (cid: CidBytes) => Uint8Array | null;
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
}

/**
 * A Merkle search tree of which only some blocks are known: those that a commit event carries. Changes are applied as
 * if the tree were complete, and fail if they need a block that is not there (AT Protocol, Sync: "Commit Validation").
 */
export class PartialTree {
  readonly #blocks: TreeBlocks;
  #root: Subtree;
  /** The layer of the root; null for an empty tree. */
  #layer: number | null;

  /** Reads the root. Throws `TreeProblem`, as all methods do. */
  constructor(root: CidBytes, blocks: TreeBlocks) {
    this.#blocks = blocks;
    this.#root = { cid: root, content: null };
    const { keys, subtrees } = this.#content(this.#root, Number.POSITIVE_INFINITY);
    const [first] = keys;
    if (first === undefined && subtrees[0] !== null) invalid();
    this.#layer = first === undefined ? null : keyLayer(first);
    this.#checkLayer(this.#root, this.#layer ?? 0);
  }

  /** Returns the value of a key, or null. */
  get(key: string): CidBytes | null {
    let node: Subtree | null = this.#root;
    for (let layer = this.#layer ?? 0; node !== null; layer -= 1) {
      const { keys, subtrees, values }: Content = this.#content(node, layer);
      const place = placeOf(keys, key);
      if (keys[place] === key) return values[place] ?? null;
      node = subtrees[place] ?? null;
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

  #insertAbove(top: number | null, key: string, value: CidBytes, layer: number): void {
    const [left, right] = top === null ? [null, null] : this.#split(this.#root, top, key);
    const height = top === null ? 0 : layer - top - 1;
    this.#root = {
      cid: null,
      content: { keys: [key], values: [value], subtrees: [raised(left, height), raised(right, height)] }
    };
    this.#layer = layer;
  }

  /** Removes a key that has a certain value. */
  remove(key: string, value: CidBytes): void {
    this.#removeIn(this.#root, this.#layer ?? 0, key, value);
  }

  /** Returns the CID of the root of the tree after the changes. */
  root(): CidBytes {
    let root = this.#root;
    for (let layer = this.#layer ?? 0; ; layer -= 1) {
      const { keys, subtrees } = this.#content(root, layer);
      const [only] = subtrees;
      if (keys.length > 0 || !only) return this.#cidOf(root);
      root = only;
    }
  }

  #cidOf(node: Subtree): CidBytes {
    if (node.cid !== null) return node.cid;
    const { keys, subtrees, values } = node.content ?? missing();
    const linked = subtrees.map((subtree) => (subtree === null ? null : this.#cidOf(subtree)));
    node.cid = blockCidOf(this.#blocks.sha256(encodeNode({ keys, values, subtrees: linked })));
    return node.cid;
  }

  #content(node: Subtree, layer: number): Content {
    if (node.content !== null) return node.content;
    const block = node.cid === null ? null : this.#blocks.read(node.cid);
    if (block === null) return missing();
    const stored = parseNode(block);
    if (stored === null) return invalid();
    const subtrees = stored.subtrees.map((cid) => (cid === null ? null : { cid, content: null }));
    node.content = { keys: [...stored.keys], values: [...stored.values], subtrees };
    this.#checkLayer(node, layer);
    return node.content;
  }

  /** Nothing is below layer 0, which bounds every recursion. */
  #checkLayer({ content }: Subtree, layer: number): void {
    if (layer <= 0 && content?.subtrees.some((subtree) => subtree !== null)) invalid();
  }

  #replaceIn(node: Subtree, layer: number, key: string, before: CidBytes, after: CidBytes): void {
    const { keys, subtrees, values } = this.#content(node, layer);
    const place = placeOf(keys, key);
    if (keys[place] === key) {
      const value = values[place];
      if (value === undefined || !isSameBytes(value, before)) throw new TreeProblem("operations-invalid");
      values[place] = after;
    } else this.#replaceIn(subtrees[place] ?? invalid(), layer - 1, key, before, after);
    node.cid = null;
  }

  #insertIn(node: Subtree, layer: number, key: string, value: CidBytes, keyAt: number): void {
    const { keys, subtrees, values } = this.#content(node, layer);
    const place = placeOf(keys, key);
    if (keys[place] === key) throw new TreeProblem("operations-invalid");
    const subtree = subtrees[place] ?? null;
    if (layer === keyAt) {
      const [left, right] = this.#split(subtree, layer - 1, key);
      keys.splice(place, 0, key);
      values.splice(place, 0, value);
      subtrees.splice(place, 1, left, right);
    } else if (subtree === null) {
      const leaf: Subtree = { cid: null, content: { keys: [key], values: [value], subtrees: [null, null] } };
      subtrees[place] = raised(leaf, layer - 1 - keyAt);
    } else this.#insertIn(subtree, layer - 1, key, value, keyAt);
    node.cid = null;
  }

  #removeIn(node: Subtree, layer: number, key: string, value: CidBytes): void {
    const { keys, subtrees, values } = this.#content(node, layer);
    const place = placeOf(keys, key);
    const subtree = subtrees[place] ?? null;
    if (keys[place] === key) {
      const found = values[place];
      if (found === undefined || !isSameBytes(found, value) || keyLayer(key) !== layer)
        throw new TreeProblem("operations-invalid");
      const merged = this.#merge(subtree, subtrees[place + 1] ?? null, layer - 1);
      keys.splice(place, 1);
      values.splice(place, 1);
      subtrees.splice(place, 2, merged);
    } else {
      if (subtree === null) throw new TreeProblem("operations-invalid");
      this.#removeIn(subtree, layer - 1, key, value);
      if (isEmpty(this.#content(subtree, layer - 1))) subtrees[place] = null;
    }
    node.cid = null;
  }

  /** Cuts a subtree, which does not have a key, before the key. */
  #split(node: Subtree | null, layer: number, key: string): readonly [Subtree | null, Subtree | null] {
    if (node === null) return [null, null];
    const { keys, subtrees, values } = this.#content(node, layer);
    const place = placeOf(keys, key);
    if (keys[place] === key) return invalid();
    const [left, right] = this.#split(subtrees[place] ?? null, layer - 1, key);
    return [
      made({
        keys: keys.slice(0, place),
        values: values.slice(0, place),
        subtrees: [...subtrees.slice(0, place), left]
      }),
      made({ keys: keys.slice(place), values: values.slice(place), subtrees: [right, ...subtrees.slice(place + 1)] })
    ];
  }

  /** Joins two neighbouring subtrees of one layer. */
  #merge(left: Subtree | null, right: Subtree | null, layer: number): Subtree | null {
    if (left === null || right === null) return left ?? right;
    const [before, after] = [this.#content(left, layer), this.#content(right, layer)];
    const middle = this.#merge(before.subtrees.at(-1) ?? null, after.subtrees[0] ?? null, layer - 1);
    return made({
      keys: [...before.keys, ...after.keys],
      values: [...before.values, ...after.values],
      subtrees: [...before.subtrees.slice(0, -1), middle, ...after.subtrees.slice(1)]
    });
  }
}

/** Puts nodes without keys above a subtree: every layer between a key and the next one below has a node. */
const raised = (subtree: Subtree | null, layers: number): Subtree | null => {
  let top = subtree;
  if (top === null) return null;
  for (let layer = 0; layer < layers; layer += 1)
    top = { cid: null, content: { keys: [], values: [], subtrees: [top] } };
  return top;
};
