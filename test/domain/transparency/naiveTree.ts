import { createHash } from "node:crypto";

/** RFC 6962, section 2.1, as it is written there: recursive, over all leaf hashes, with another SHA-256. */

const node = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  createHash("sha256").update(Uint8Array.of(1)).update(left).update(right).digest();

const split = (size: number): number => (size <= 2 ? 1 : 2 ** Math.floor(Math.log2(size - 1)));

export const naiveRoot = (leaves: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [only] = leaves;
  if (only === undefined) return createHash("sha256").digest();
  if (leaves.length === 1) return only;
  const k = split(leaves.length);
  return node(naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
};

export const naiveInclusion = (index: number, leaves: ReadonlyArray<Uint8Array>): ReadonlyArray<Uint8Array> => {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return index < k
    ? [...naiveInclusion(index, left), naiveRoot(right)]
    : [...naiveInclusion(index - k, right), naiveRoot(left)];
};

const subproof = (older: number, leaves: ReadonlyArray<Uint8Array>, isKnown: boolean): ReadonlyArray<Uint8Array> => {
  if (older === leaves.length) return isKnown ? [] : [naiveRoot(leaves)];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return older <= k
    ? [...subproof(older, left, isKnown), naiveRoot(right)]
    : [...subproof(older - k, right, false), naiveRoot(left)];
};

export const naiveConsistency = (older: number, leaves: ReadonlyArray<Uint8Array>): ReadonlyArray<Uint8Array> =>
  subproof(older, leaves, true);

/** The leaf hash of a number. */
export const leafOf = (index: number): Uint8Array =>
  createHash("sha256").update(Uint8Array.of(0)).update(`leaf ${index}`).digest();

export const leavesOf = (size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: size }, (_, index) => leafOf(index));
