/** A complete subtree: the leaves from `index` · 2^`level` to (`index` + 1) · 2^`level`, exclusive. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** Returns the largest power of two below a size of at least 2, as RFC 6962 splits a tree (section 2.1). */
export const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/**
 * Returns the complete subtrees that cover the leaves from `start` to `end` (exclusive), the largest first. `start` is
 * a multiple of the size of the first one, as it is for every node of an RFC 6962 tree.
 */
export const coveringSubtrees = (start: number, end: number): ReadonlyArray<Subtree> => {
  const found: Array<Subtree> = [];
  for (let at = start; at < end; ) {
    let level = 0;
    let width = 1;
    while (width * 2 <= end - at) {
      width *= 2;
      level += 1;
    }
    found.push({ level, index: at / width });
    at += width;
  }
  return found;
};
