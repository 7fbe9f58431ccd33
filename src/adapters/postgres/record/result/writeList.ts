import type { ResultRows } from "./ResultRows.ts";

/** Writes a list, as long as the result takes it. */
export const writeList = <A>(
  result: ResultRows,
  items: ReadonlyArray<A>,
  write: (result: ResultRows, item: A) => string
): string => {
  let text = "[";
  for (const item of items) {
    text += text.length === 1 ? write(result, item) : `,${write(result, item)}`;
    if (!result.takes(text.length)) return "";
  }
  return `${text}]`;
};
