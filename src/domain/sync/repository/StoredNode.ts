import { blockCidLength, type CidBytes } from "./cidBytes.ts";
import { DagCborCursor, UnexpectedCbor } from "./DagCborCursor.ts";

/**
 * A node of a Merkle search tree in its block: its keys in order, and where the CIDs of their values and of the subtrees
 * before the first key and after each key are. Every CID is that of a block of a repository.
 */
export interface StoredNode {
  readonly block: Uint8Array;
  /** `collection/record key`. */
  readonly keys: ReadonlyArray<string>;
  /** The offsets of the CIDs of the values. */
  readonly valuesAt: ReadonlyArray<number>;
  /** The offsets of the CIDs of the subtrees, 0 where there is none. One more than there are keys. */
  readonly subtreesAt: ReadonlyArray<number>;
}

/** The names of a node and its entries, as characters of ASCII. */
const letters = { e: 0x65, k: 0x6b, l: 0x6c, p: 0x70, t: 0x74, v: 0x76 };

const keyPattern = /^[A-Za-z0-9_~\-:.]+\/[A-Za-z0-9_~\-:.]+$/;
const maxKeyLength = 1024;
/**
 * Four entries are usual, and a hundred practically impossible: a node with more is an attempt at denial of service.
 */
const maxEntries = 500;
const maxNodeBytes = 600_000;

const fail = (): never => {
  throw new UnexpectedCbor();
};

/**
 * A key after another: shortened by exactly the prefix that they share, and greater. Anything but ASCII fails the pattern.
 */
const keyAfter = (before: string, shared: number, rest: string): string => {
  if (rest.length > maxKeyLength || shared > before.length) fail();
  const key = before.slice(0, shared) + rest;
  const sharesMore = shared < before.length && before[shared] === rest[0];
  return key <= before || sharesMore || key.length > maxKeyLength || !keyPattern.test(key) ? fail() : key;
};

/** Reads `{ e: [{ k, p, t, v }], l }`, whose keys are in this order in DAG-CBOR. */
const read = (cursor: DagCborCursor): StoredNode => {
  const keys: Array<string> = [];
  const valuesAt: Array<number> = [];
  const subtreesAt: Array<number> = [0];
  if (cursor.map() !== 2) fail();
  cursor.letter(letters.e);
  const count = cursor.list();
  if (count > maxEntries) fail();
  let before = "";
  for (let place = 0; place < count; place += 1) {
    if (cursor.map() !== 4) fail();
    cursor.letter(letters.k);
    const rest = cursor.latin1();
    cursor.letter(letters.p);
    before = keyAfter(before, cursor.unsigned(), rest);
    cursor.letter(letters.t);
    subtreesAt.push(cursor.takeNull() ? 0 : cursor.blockLink());
    cursor.letter(letters.v);
    valuesAt.push(cursor.blockLink());
    keys.push(before);
  }
  cursor.letter(letters.l);
  subtreesAt[0] = cursor.takeNull() ? 0 : cursor.blockLink();
  return cursor.isAtEnd() ? { block: cursor.bytes, keys, valuesAt, subtreesAt } : fail();
};

/** Returns the CID at an offset of a block; null for the offset 0. */
export const cidAt = (block: Uint8Array, at: number): CidBytes | null =>
  at === 0 ? null : block.subarray(at, at + blockCidLength);

/**
 * Reads a node, or returns null if the bytes are no node, or its keys are malformed, out of order, or not shortened by
 * exactly the prefix that they share with the key before (AT Protocol, Repository: "MST Structure").
 */
export const parseNode = (bytes: Uint8Array): StoredNode | null => {
  if (bytes.length > maxNodeBytes) return null;
  try {
    return read(new DagCborCursor(bytes));
  } catch (cause) {
    if (cause instanceof UnexpectedCbor) return null;
    throw cause;
  }
};
