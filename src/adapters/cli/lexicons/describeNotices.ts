import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";

type Noticed = Pick<LexiconSet, "completed" | "notices">;

/** What was done to a set to take it as it is, as lines of text; none for most sets. */
export const noticeLines = ({ completed, notices }: Noticed): ReadonlyArray<string> => [
  ...(completed.length === 0 ? [] : [`Completed from the published Lexicons: ${completed.join(", ")}`]),
  ...notices.map(({ file, path, reason }) => `Notice: ${file}, ${path}: ${reason}`)
];

/** The same for programs. */
export const noticeJson = ({ completed, notices }: Noticed) => ({
  completed,
  notices: notices.map(({ file, path, reason }) => ({ file, path, reason }))
});
