import type { CID } from "multiformats/cid";
import type { Nsid } from "../../atproto/Nsid.ts";
import { fault, type RepositoryFault } from "./RepositoryFault.ts";
import type { KeyRange, TreeItem } from "./walkTree.ts";

/** A part of a collection that is fully known: the records with keys between two bounds, and no others. */
export interface KeyWindow {
  readonly _tag: "Window";
  readonly collection: Nsid;
  /** The first possible key and, as `upTo`, the last; null for the bounds of the collection. */
  readonly from: string | null;
  readonly upTo: string | null;
  readonly entries: ReadonlyArray<{ readonly rkey: string; readonly cid: CID }>;
}

type Step = KeyWindow | { readonly _tag: "Fault"; readonly fault: RepositoryFault };

/** Returns the first text after a key: no key contains `!`, and all characters of keys sort after it. */
export const keyAfter = (rkey: string): string => `${rkey}!`;

/** The bounds of the keys of a collection: `0` is the next character after `/`. */
const beginOf = (collection: string): string => `${collection}/`;
const endOf = (collection: string): string => `${collection}0`;

/** Whether a collection can have keys in a range. */
export const overlaps = (collection: string, { after, before }: KeyRange): boolean =>
  (before === null || before > beginOf(collection)) && (after === null || after < endOf(collection));

/**
 * Cuts the walk of a complete tree into windows of up to `size` entries, collection by collection. Together they cover
 * all keys of each collection; a collection without entries has one empty window.
 */
export function* keyWindows(
  items: Iterator<TreeItem>,
  collections: ReadonlyArray<Nsid>,
  size: number
): Generator<Step, void> {
  const ordered = collections.toSorted((left, right) => (beginOf(left) < beginOf(right) ? -1 : 1));
  let item = items.next();
  for (const collection of ordered) {
    const [begin, end] = [beginOf(collection), endOf(collection)];
    let from: string | null = null;
    let entries: Array<KeyWindow["entries"][number]> = [];
    for (; item.done !== true; item = items.next()) {
      const found: TreeItem = item.value;
      if (found._tag === "Fault") return yield found;
      if (found._tag === "Missing") return yield { _tag: "Fault", fault: fault("block-missing") };
      if (found.key < begin) continue;
      if (found.key >= end) break;
      const rkey = found.key.slice(begin.length);
      entries.push({ rkey, cid: found.cid });
      if (entries.length < size) continue;
      yield { _tag: "Window", collection, from, upTo: rkey, entries };
      from = keyAfter(rkey);
      entries = [];
    }
    yield { _tag: "Window", collection, from, upTo: null, entries };
  }
}
