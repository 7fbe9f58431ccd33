import { blockCidOf, type CidBytes } from "../repository/cidBytes.ts";
import { encodeNode } from "../repository/encodeNode.ts";
import { cidAt, parseNode, type StoredNode } from "../repository/StoredNode.ts";

/** An operation cannot be undone in a tree. */
export class TreeProblem extends Error {
  readonly reason: "block-missing" | "operations-invalid";
  constructor(reason: TreeProblem["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** What a tree reads and computes its blocks with. */
export interface TreeBlocks {
  /** Returns the block with a CID, or null. */
  readonly read: (cid: CidBytes) => Uint8Array | null;
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
}

/** The content of a node that was changed. */
export interface EditedContent {
  readonly keys: Array<string>;
  readonly values: Array<CidBytes>;
  /** One more than there are keys. */
  readonly subtrees: Array<PartialNode | null>;
}

/** What is known of a node. */
type Known =
  /** Its CID. */
  | { readonly _tag: "Reference" }
  /** Its block. `subtrees` are those that were needed so far. */
  | { readonly _tag: "Stored"; readonly node: StoredNode; readonly subtrees: Map<number, PartialNode> }
  | { readonly _tag: "Edited"; readonly content: EditedContent };

const reference: Known = { _tag: "Reference" };

const unknown = (): never => {
  throw new TreeProblem("operations-invalid");
};

/**
 * A node of a tree of which not all blocks are known. A node with another subtree is its block with another CID in one
 * place; only nodes whose own keys change are encoded again.
 */
export class PartialNode {
  /** Null after a change, until it is computed. */
  #cid: CidBytes | null;
  #known: Known;

  private constructor(cid: CidBytes | null, known: Known) {
    this.#cid = cid;
    this.#known = known;
  }

  static at(cid: CidBytes): PartialNode {
    return new PartialNode(cid, reference);
  }

  static of(content: EditedContent): PartialNode {
    return new PartialNode(null, { _tag: "Edited", content });
  }

  /** Reads the block if it was not read. Nothing is below layer 0, which bounds every recursion. */
  load(blocks: TreeBlocks, layer: number): this {
    if (this.#known._tag !== "Reference") return this;
    const block = this.#cid === null ? null : blocks.read(this.#cid);
    if (block === null) throw new TreeProblem("block-missing");
    const node = parseNode(block) ?? unknown();
    if (layer <= 0 && node.subtreesAt.some((at) => at > 0)) unknown();
    this.#known = { _tag: "Stored", node, subtrees: new Map() };
    return this;
  }

  /** The keys of a node that was read. */
  keys(): ReadonlyArray<string> {
    switch (this.#known._tag) {
      case "Stored":
        return this.#known.node.keys;
      case "Edited":
        return this.#known.content.keys;
      case "Reference":
        throw new TreeProblem("operations-invalid");
    }
  }

  value(place: number): CidBytes {
    switch (this.#known._tag) {
      case "Stored":
        return cidAt(this.#known.node.block, this.#known.node.valuesAt[place] ?? 0) ?? unknown();
      case "Edited":
        return this.#known.content.values[place] ?? unknown();
      case "Reference":
        throw new TreeProblem("operations-invalid");
    }
  }

  subtree(place: number): PartialNode | null {
    switch (this.#known._tag) {
      case "Stored":
        return storedSubtree(this.#known, place);
      case "Edited":
        return this.#known.content.subtrees[place] ?? null;
      case "Reference":
        throw new TreeProblem("operations-invalid");
    }
  }

  /** Whether it has neither keys nor subtrees. */
  isEmpty(): boolean {
    return this.keys().length === 0 && this.subtree(0) === null;
  }

  /** Says that a subtree changed, which is still there. */
  change(): void {
    this.#cid = null;
  }

  /** Returns the content to be changed. */
  edit(): EditedContent {
    this.#cid = null;
    if (this.#known._tag === "Edited") return this.#known.content;
    const keys = this.keys();
    const content: EditedContent = {
      keys: [...keys],
      values: keys.map((_, place) => this.value(place)),
      subtrees: [this.subtree(0), ...keys.map((_, place) => this.subtree(place + 1))]
    };
    this.#known = { _tag: "Edited", content };
    return content;
  }

  /** Returns the CID with all changes. */
  cid(sha256: TreeBlocks["sha256"]): CidBytes {
    if (this.#cid !== null) return this.#cid;
    this.#cid = blockCidOf(sha256(this.#block(sha256)));
    return this.#cid;
  }

  #block(sha256: TreeBlocks["sha256"]): Uint8Array {
    if (this.#known._tag === "Stored") return blockWith(this.#known, sha256);
    const { keys, subtrees, values } = this.edit();
    return encodeNode({
      keys,
      values,
      subtrees: subtrees.map((subtree) => (subtree === null ? null : subtree.cid(sha256)))
    });
  }
}

type Stored = Extract<Known, { readonly _tag: "Stored" }>;

const storedSubtree = ({ node, subtrees }: Stored, place: number): PartialNode | null => {
  const known = subtrees.get(place);
  if (known !== undefined) return known;
  const cid = cidAt(node.block, node.subtreesAt[place] ?? 0);
  if (cid === null) return null;
  const subtree = PartialNode.at(cid);
  subtrees.set(place, subtree);
  return subtree;
};

/** A block with the present CIDs of the subtrees. */
const blockWith = ({ node, subtrees }: Stored, sha256: TreeBlocks["sha256"]): Uint8Array => {
  const block = new Uint8Array(node.block);
  for (const [place, subtree] of subtrees) block.set(subtree.cid(sha256), node.subtreesAt[place] ?? 0);
  return block;
};
