import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";

type Noticed = Pick<LexiconSet, "completed" | "notices">;

/** Lines about what was completed or left out of a set so that it could be accepted; empty for most sets. */
export const noticeLines = ({ completed, notices }: Noticed): ReadonlyArray<string> => [
  ...(completed.length === 0 ? [] : [`Completed from the published Lexicons: ${completed.join(", ")}`]),
  ...notices.map(({ file, path, reason }) => `Notice: ${file}, ${path}: ${reason}`)
];

/** The notices in `--json`. */
export const noticeJson = ({ completed, notices }: Noticed) => ({
  completed,
  notices: notices.map(({ file, path, reason }) => ({ file, path, reason }))
});
