import type { ByteText } from "../../reads/byteText.ts";
import type { ResultRows } from "./ResultRows.ts";

/** Writes the bytes of one JSON value of a result from its subject: a row, a page, or the number of the row above. */
export type Write<Subject> = (result: ResultRows, subject: Subject) => ByteText;

/** A member of an object, under its response key. A constant value is given as JSON text. */
export type Member<Subject> = readonly [key: string, write: Write<Subject> | string];

/** Returns a writer of an object with the given members, in their order. */
export const writeObject = <Subject>(members: ReadonlyArray<Member<Subject>>): Write<Subject> => {
  const parts: Array<{ readonly before: string; readonly write: Write<Subject> }> = [];
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
  return (result, subject) => {
    let text = "";
    for (const part of parts) {
      text += part.before + part.write(result, subject);
      if (!result.takes(text.length)) return "";
    }
    return text + end;
  };
};

/** Writes a list. It stops as soon as the result is too large. */
export const writeList = <A>(result: ResultRows, items: ReadonlyArray<A>, write: Write<A>): string => {
  let text = "[";
  for (const item of items) {
    text += text.length === 1 ? write(result, item) : `,${write(result, item)}`;
    if (!result.takes(text.length)) return "";
  }
  return `${text}]`;
};
