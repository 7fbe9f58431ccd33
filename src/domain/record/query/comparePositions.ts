import type { CursorPosition } from "./Cursor.ts";
import { compareScalars } from "./compareScalars.ts";
import type { SortKey } from "./RecordQuery.ts";

const compareKey = (
  direction: SortKey["direction"],
  left: CursorPosition["values"][number],
  right: CursorPosition["values"][number]
): number => {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return direction === "ASC" ? compareScalars(left, right) : compareScalars(right, left);
};

/**
 * Compares rows by position: nulls are last in both directions; the URI breaks ties in the direction of the last key.
 */
export const comparePositions =
  (sort: ReadonlyArray<Pick<SortKey, "direction">>) =>
  (left: CursorPosition, right: CursorPosition): number => {
    for (const [at, { direction }] of sort.entries()) {
      const order = compareKey(direction, left.values[at] ?? null, right.values[at] ?? null);
      if (order !== 0) return order;
    }
    return compareKey(sort.at(-1)?.direction ?? "ASC", left.uri, right.uri);
  };
