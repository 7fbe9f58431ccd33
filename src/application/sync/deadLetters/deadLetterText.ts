import { skipSentence } from "../../../domain/sync/backfill/skipSentence.ts";
import type { DeadLetter } from "../../../domain/sync/DeadLetters.ts";

const withDetail = (sentence: string, detail: string | null): string =>
  detail === null ? `${sentence}.` : `${sentence}: ${detail}`;

/** Describes in a sentence why something that arrived is not in the index. */
export const deadLetterText = ({ detail, reason }: Pick<DeadLetter, "detail" | "reason">): string => {
  if (reason === "invalid") return withDetail("It is not valid by its Lexicon", detail);
  if (reason === "undecodable") return withDetail("It cannot be read", detail);
  return skipSentence[reason];
};
