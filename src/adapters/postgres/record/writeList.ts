import type { AnswerRows } from "./AnswerRows.ts";

/** Writes a list, as long as the answer takes it. */
export const writeList = <A>(
  answer: AnswerRows,
  items: ReadonlyArray<A>,
  write: (answer: AnswerRows, item: A) => string
): string => {
  let text = "[";
  for (const item of items) {
    text += text.length === 1 ? write(answer, item) : `,${write(answer, item)}`;
    if (!answer.takes(text.length)) return "";
  }
  return `${text}]`;
};
