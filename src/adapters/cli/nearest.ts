/** Insertions, deletions, substitutions and swaps of neighbours that make one word of another (optimal string alignment). */
const distance = (from: string, to: string): number => {
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    rows.push(next);
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
        )
      );
    }
  }
  return cell(from.length, to.length);
};

/** Longer words are nobody's slip of the finger, and would take long to compare. */
const longest = 64;

/** What somebody meant who typed `word`: the closest of these, when a third of its letters at most is wrong; else null. */
export const nearest = (word: string, known: ReadonlyArray<string>): string | null => {
  if (word.length > longest) return null;
  const [best] = known
    .map((each) => ({ each, away: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ away, each }) => away <= Math.max(1, Math.floor(Math.max(word.length, each.length) / 3)))
    .sort((left, right) => left.away - right.away);
  return best?.each ?? null;
};
