import { wordsOf } from "./searchDocs.ts";

/** Returns the nodes of a text in which the words of a query are marked. */
export const markWords = (text: string, query: string): ReadonlyArray<Node> => {
  const words = wordsOf(query).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return [document.createTextNode(text)];
  return text.split(new RegExp(`(${words.join("|")})`, "gi")).map((part, place) => {
    if (place % 2 === 0) return document.createTextNode(part);
    const mark = document.createElement("mark");
    mark.textContent = part;
    return mark;
  });
};
