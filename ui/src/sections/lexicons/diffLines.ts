/** A line of the difference of two texts; `index` numbers the lines. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly line: string;
  readonly index: number;
}

/** Above this many pairs of lines, only the common start and end are found. */
const maxPairs = 4_000_000;

const sameAtStart = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): number => {
  const end = Math.min(before.length, after.length);
  let count = 0;
  while (count < end && before[count] === after[count]) count++;
  return count;
};

/** The lengths of the longest common subsequences of all pairs of suffixes, row by row. */
const suffixLengths = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Uint16Array> => {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let left = before.length - 1; left >= 0; left--) {
    const [row, below] = [rows[left], rows[left + 1]];
    if (row === undefined || below === undefined) continue;
    for (let right = after.length - 1; right >= 0; right--) {
      row[right] =
        before[left] === after[right] ? (below[right + 1] ?? 0) + 1 : Math.max(below[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return rows;
};

type Found = Omit<DiffLine, "index">;

const between = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Found> => {
  const removed = (line: string): Found => ({ kind: "removed", line });
  const added = (line: string): Found => ({ kind: "added", line });
  if (before.length * after.length > maxPairs) return [...before.map(removed), ...after.map(added)];
  const rows = suffixLengths(before, after);
  const found: Array<Found> = [];
  let [left, right] = [0, 0];
  while (left < before.length && right < after.length) {
    const [oldLine = "", newLine = ""] = [before[left], after[right]];
    if (oldLine === newLine) {
      found.push({ kind: "same", line: oldLine });
      left++;
      right++;
    } else if ((rows[left + 1]?.[right] ?? 0) >= (rows[left]?.[right + 1] ?? 0)) {
      found.push(removed(oldLine));
      left++;
    } else {
      found.push(added(newLine));
      right++;
    }
  }
  return [...found, ...before.slice(left).map(removed), ...after.slice(right).map(added)];
};

/** Compares two texts line by line: which lines are the same, removed or added. */
export const diffLines = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<DiffLine> => {
  const start = sameAtStart(before, after);
  const [left, right] = [before.slice(start), after.slice(start)];
  const end = sameAtStart(left.toReversed(), right.toReversed());
  const same = (line: string): Found => ({ kind: "same", line });
  const lines = [
    ...before.slice(0, start).map(same),
    ...between(left.slice(0, left.length - end), right.slice(0, right.length - end)),
    ...before.slice(before.length - end).map(same)
  ];
  return lines.map((line, index) => ({ ...line, index }));
};
