/** Far deeper than any real Lexicon, and shallow enough that recursion over a document cannot exhaust the stack. */
export const maxLexiconDepth = 64;

/** Whether a JSON value is shallow enough to be walked recursively. */
export const isShallow = (value: unknown, levels = maxLexiconDepth): boolean => {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
};
