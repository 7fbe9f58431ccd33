import { type CidBytes, isSameBytes, parseCidText } from "../repository/cidBytes.ts";
import type { CarBlocks } from "./CarBlocks.ts";
import { TreeProblem } from "./PartialNode.ts";
import { PartialTree } from "./PartialTree.ts";
import type { RecordOperation, SignedContent } from "./RepoEvent.ts";

/** Why the operations of a commit are not those that it made, as far as its blocks show. */
export type OperationsProblem = TreeProblem["reason"];

/** An operation with the path of its record and the CIDs before and after it; null where there is no record. */
interface Change {
  readonly path: string;
  readonly before: CidBytes | null;
  readonly after: CidBytes | null;
  readonly isDeletion: boolean;
}

const invalid = (): never => {
  throw new TreeProblem("operations-invalid");
};

const toChange = ({ action, cid, collection, rkey }: RecordOperation, { previous }: SignedContent): Change => {
  const path = `${collection}/${rkey}`;
  const isDeletion = action === "delete";
  const after = cid === null ? null : parseCidText(cid);
  if (isDeletion !== (after === null)) return invalid();
  return { path, after, before: action === "create" ? null : (previous.get(path)?.bytes ?? null), isDeletion };
};

/** Whether every update and deletion states what was there before. */
const canBeUndone = (operations: ReadonlyArray<RecordOperation>, changes: ReadonlyArray<Change>): boolean =>
  changes.every(({ before }, at) => before !== null || operations[at]?.action === "create");

const undo = (tree: PartialTree, { after, before, path }: Change): void => {
  if (after === null) tree.insert(path, before ?? invalid());
  else if (before === null) tree.remove(path, after);
  else tree.replace(path, after, before);
};

/** Checks that a change is in the tree. What was there before cannot be known from it. */
const find = (tree: PartialTree, { after, path }: Change): void => {
  const found = tree.get(path);
  if (found === null ? after !== null : after === null || !isSameBytes(found, after)) invalid();
};

const deletionsFirst = (left: Change, right: Change): number => Number(right.isDeletion) - Number(left.isDeletion);

const check = (
  operations: ReadonlyArray<RecordOperation>,
  content: SignedContent,
  data: CidBytes,
  blocks: CarBlocks
): void => {
  const changes = operations.map((operation) => toChange(operation, content));
  if (new Set(changes.map(({ path }) => path)).size < changes.length) invalid();
  const prevData = content.prevData?.bytes ?? null;
  if (changes.length === 0) {
    if (prevData !== null && !isSameBytes(prevData, data)) invalid();
    return;
  }
  const tree = new PartialTree(data, blocks);
  if (prevData === null || !canBeUndone(operations, changes)) {
    for (const change of changes) find(tree, change);
    return;
  }
  for (const change of changes.toSorted(deletionsFirst)) undo(tree, change);
  if (!isSameBytes(tree.root(), prevData)) invalid();
};

/**
 * Checks that operations lead to the tree of a commit, and returns the problem or null. They are undone in the tree,
 * which must lead to the tree before the commit (AT Protocol, Sync: "Commit Validation"). From hosts that do not state
 * what was before, only the result is checked: records are in the tree, and deleted ones are not.
 */
export const undoOperations = (
  operations: ReadonlyArray<RecordOperation>,
  content: SignedContent,
  data: CidBytes,
  blocks: CarBlocks
): OperationsProblem | null => {
  try {
    check(operations, content, data, blocks);
    return null;
  } catch (cause) {
    if (cause instanceof TreeProblem) return cause.reason;
    throw cause;
  }
};
