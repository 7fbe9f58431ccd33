import type { RecordedEvent } from "../../event/Envelope.ts";
import { account, app, type StoryPart, sentence } from "./StoryPart.ts";

type Names = Pick<RecordedEvent, "actor" | "clientId" | "data" | "subjectDid">;

/** A record, an account, and words for the app, the user and the admin of an event. */
const named =
  /(at:\/\/did:[a-z]+:[^\s,;()]*[^\s,;().])|(did:[a-z]+:[\w.%:-]*[\w-])|\b(An administrator|[Tt]he (?:account|app|user)(?! itself| "|\w))(?![\w"])/gu;

/** Returns the app, the user or the admin that some words mean, or the words. */
const meaning = (words: string, { actor, clientId, subjectDid }: Names): StoryPart => {
  switch (words.toLowerCase()) {
    case "the app":
      return app(clientId, words);
    case "the account":
    case "the user":
      return account(subjectDid, words);
    default:
      return account(actor.type === "admin" && actor.id !== null ? actor.id : null, words);
  }
};

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");

/** Finds the client id, but not inside of a longer URL, and the quoted name that an event gives the app. */
const appPattern = (clientId: string, name: unknown): RegExp => {
  const id = `(?:\\bthe app )?(?<![\\w/.:-])${escaped(clientId)}(?![\\w/?#%=&-])`;
  return typeof name === "string" && name !== ""
    ? new RegExp(`${id}|(?:\\bthe app )?"${escaped(name)}"`, "giu")
    : new RegExp(id, "giu");
};

/** Splits a text at the names of the app of an event; "the app" before them is part of the name. */
const withApp = (text: string, { clientId, data }: Names): ReadonlyArray<string | StoryPart> =>
  clientId === null
    ? [text]
    : text
        .split(appPattern(clientId, data.name))
        .flatMap((part, index) => (index === 0 ? [part] : [app(clientId), part]));

/**
 * Splits the sentence of an event into parts, with the accounts, the app and the records that it is about in place of their
 * identifiers, and of words such as "the app".
 */
export const sentenceParts = (text: string, event: Names): ReadonlyArray<StoryPart> => {
  const parts = withApp(text, event).flatMap((part) => {
    if (typeof part !== "string") return [part];
    const found: Array<string | StoryPart> = [];
    let from = 0;
    for (const match of part.matchAll(named)) {
      const [whole, uri, did, words] = match;
      found.push(part.slice(from, match.index));
      from = match.index + whole.length;
      if (uri !== undefined) found.push({ is: "record", uri });
      else if (did !== undefined) found.push(account(did, whole));
      else found.push(words === undefined ? whole : meaning(words, event));
    }
    return [...found, part.slice(from)];
  });
  return sentence(...parts);
};
