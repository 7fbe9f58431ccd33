import type { ResultRows } from "./ResultRows.ts";

/** Writes one JSON value of a result from what it is about: a row, a page, or nothing. */
export type Write<About> = (result: ResultRows, about: About) => string;

/** A member of an object, under its response key; JSON text where it is always the same. */
export type Member<About> = readonly [key: string, write: Write<About> | string];

/** A writer of an object with the given members in their order. */
export const writeObject = <About>(members: ReadonlyArray<Member<About>>): Write<About> => {
  const parts: Array<{ readonly before: string; readonly write: Write<About> }> = [];
  let before = "{";
  members.forEach(([key, write], at) => {
    before += `${at === 0 ? "" : ","}${JSON.stringify(key)}:`;
    if (typeof write === "string") {
      before += write;
      return;
    }
    parts.push({ before, write });
    before = "";
  });
  const end = `${before}}`;
  return (result, about) => {
    let text = "";
    for (const part of parts) {
      text += part.before + part.write(result, about);
      if (!result.takes(text.length)) return "";
    }
    return text + end;
  };
};
