/** A part of a sentence: plain text, or an account, an app or a record that readers know by a name. */
export type StoryPart =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "account"; readonly did: string }
  | { readonly is: "app"; readonly clientId: string }
  | { readonly is: "record"; readonly uri: string };

const text = (words: string): StoryPart => ({ is: "text", text: words });

/** Returns an account as a part of a sentence, or words for one that is not known. */
export const account = (did: string | null, otherwise: string): StoryPart =>
  did === null ? text(otherwise) : { is: "account", did };

/** Returns an app as a part of a sentence, or words for one that is not known. */
export const app = (clientId: string | null, otherwise = "an app"): StoryPart =>
  clientId === null ? text(otherwise) : { is: "app", clientId };

/** Returns the parts of a sentence. Texts are joined with what is next to them, and an empty one disappears. */
export const sentence = (...parts: ReadonlyArray<string | StoryPart>): ReadonlyArray<StoryPart> => {
  const joined: Array<StoryPart> = [];
  for (const part of parts) {
    const next = typeof part === "string" ? text(part) : part;
    const last = joined.at(-1);
    if (next.is !== "text" || last?.is !== "text") joined.push(next);
    else joined[joined.length - 1] = text(last.text + next.text);
  }
  return joined.filter((part) => part.is !== "text" || part.text !== "");
};
