import { decode } from "@ipld/dag-cbor";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { CID } from "multiformats/cid";
import { sha256 } from "../../crypto/sha256.ts";

/** A node of a Merkle search tree: its keys in order, with the subtrees before the first and after each of them. */
export interface TreeNode {
  readonly left: CID | null;
  readonly entries: ReadonlyArray<TreeEntry>;
}

interface TreeEntry {
  /** `collection/record key`. */
  readonly key: string;
  readonly value: CID;
  readonly right: CID | null;
}

const Link = Schema.instanceOf(CID);
const Stored = Schema.Struct({
  l: Schema.NullOr(Link),
  e: Schema.Array(
    Schema.Struct({ p: Schema.NonNegativeInt, k: Schema.Uint8ArrayFromSelf, v: Link, t: Schema.NullOr(Link) })
  )
});
const decodeStored = Schema.decodeUnknownOption(Stored, { onExcessProperty: "error" });

const keyPattern = /^[A-Za-z0-9_~\-:.]+\/[A-Za-z0-9_~\-:.]+$/;
const maxKeyLength = 1024;
/**
 * Four entries are usual, and a hundred practically impossible: a node with more is an attempt at denial of service.
 */
const maxEntries = 500;
const maxNodeBytes = 600_000;

/** One character for each byte: anything but ASCII fails the pattern. */
const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Returns the layer of a key: the leading zeros of its hash, counted in pairs of bits. */
export const keyLayer = (key: string): number => {
  let layer = 0;
  for (const byte of sha256(key)) {
    if (byte === 0) {
      layer += 4;
      continue;
    }
    return layer + Math.floor((Math.clz32(byte) - 24) / 2);
  }
  return layer;
};

const read = (bytes: Uint8Array) =>
  Either.getRight(Either.try({ try: (): unknown => decode(bytes), catch: () => null }));

/**
 * Reads a node, or returns null if the bytes are no node, or its keys are malformed, out of order, or not shortened by
 * exactly the prefix that they share with the key before (AT Protocol, Repository: "MST Structure").
 */
export const readNode = (bytes: Uint8Array): TreeNode | null => {
  if (bytes.length > maxNodeBytes) return null;
  const stored = Option.getOrNull(Option.flatMap(read(bytes), decodeStored));
  if (stored === null || stored.e.length > maxEntries) return null;
  const entries: Array<TreeEntry> = [];
  let before = "";
  for (const { k, p, t, v } of stored.e) {
    if (k.length > maxKeyLength || p > before.length) return null;
    const suffix = latin1(k);
    const key = before.slice(0, p) + suffix;
    const sharesMore = p < before.length && before[p] === suffix[0];
    if (key <= before || sharesMore || key.length > maxKeyLength || !keyPattern.test(key)) return null;
    entries.push({ key, value: v, right: t });
    before = key;
  }
  return { left: stored.l, entries };
};
