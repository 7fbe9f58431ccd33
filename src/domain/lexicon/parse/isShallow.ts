/** No real Lexicon comes near it, and no recursion over a document runs out of stack below it. */
export const maxLexiconDepth = 64;

/** Whether a JSON value is nested at most so deep that it can be walked by recursion. */
export const isShallow = (value: unknown, levels = maxLexiconDepth): boolean => {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
};
