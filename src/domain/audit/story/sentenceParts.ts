import type { RecordedEvent } from "../../event/Envelope.ts";
import { account, app, type StoryPart, sentence } from "./StoryPart.ts";

type Names = Pick<RecordedEvent, "actor" | "clientId" | "subjectDid">;

/** A record, an account, and words for the app, the user and the admin of an event. */
const named =
  /(at:\/\/did:[a-z]+:[^\s,;()]*[^\s,;().])|(did:[a-z]+:[\w.%:-]*[\w-])|\b(an administrator|the (?:app|user)(?! itself| "|\w))(?![\w"])/giu;

/** Returns the app, the user or the admin that some words mean, or the words. */
const meaning = (words: string, { actor, clientId, subjectDid }: Names): StoryPart => {
  switch (words.toLowerCase()) {
    case "the app":
      return app(clientId, words);
    case "the user":
      return account(subjectDid, words);
    default:
      return account(actor.type === "admin" && actor.id !== null ? actor.id : null, words);
  }
};

/** Splits a text at the id of the app of an event; "the app" before the id is part of it. */
const withoutClientId = (text: string, clientId: string | null): ReadonlyArray<string | StoryPart> => {
  if (clientId === null || !text.includes(clientId)) return [text];
  return text.split(clientId).flatMap((part, index, all) => {
    if (index === all.length - 1) return [part];
    const shown = part.replace(/\b[Tt]he app $/, "");
    return [shown, app(clientId)];
  });
};

/**
 * Splits the sentence of an event into parts, with the accounts, the app and the records that it is about in place of their
 * identifiers, and of words such as "the app".
 */
export const sentenceParts = (text: string, event: Names): ReadonlyArray<StoryPart> => {
  const parts = withoutClientId(text, event.clientId).flatMap((part) => {
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
