import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { parseAtUri } from "../../domain/atproto/AtUri.ts";
import { typedText } from "../../domain/atproto/typedText.ts";
import type { AuditFilter } from "../../domain/audit/AuditFilter.ts";
import { eventTypes } from "../../domain/audit/eventTypes.ts";
import { InvalidAuditFilter } from "../../domain/audit/InvalidAuditFilter.ts";
import { isTextOfApp, type SentFilter } from "../../domain/audit/readAuditFilter.ts";
import type { SearchWord } from "../../domain/audit/SearchWord.ts";
import { isUrlClientId } from "../../domain/client/document/UrlClientId.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { traced } from "../../domain/failure/traced.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { didYouMean } from "../../domain/text/closestMatch.ts";
import { resolveFilter, resolveUri } from "./resolveFilter.ts";

/** A filter with a search, before both are read. */
export interface SentSearch extends SentFilter {
  readonly text?: string | null;
}

const maxLength = 500;
const maxWords = 8;

/** How many accounts and how many apps a word can mean: the shortest names that contain it. */
const maxMeanings = 50;

const invalid = (problem: string) => new InvalidAuditFilter({ argument: "text", problem });

const readWords = (text: string): Effect.Effect<ReadonlyArray<string>, InvalidAuditFilter> => {
  const words = typedText(text)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (text.length > maxLength) return invalid(`is longer than ${maxLength} characters`);
  if (words.length > maxWords) return invalid(`has more than ${maxWords} words: leave some out`);
  return Effect.succeed([...new Set(words)]);
};

/** Returns the event types whose name or description contains a word. */
const typesWith = (word: string): ReadonlyArray<string> =>
  Object.entries(eventTypes).flatMap(([type, { sentence }]) =>
    type.toLowerCase().includes(word) || sentence.toLowerCase().includes(word) ? [type] : []
  );

const accountsWith = Effect.fnUntraced(function* (word: string) {
  if (word.startsWith("did:")) return [word];
  const actors = yield* KnownActors;
  const found = yield* actors.search(word.replace(/^@/, ""), maxMeanings);
  return found.map(({ did }): string => did);
});

const clientsWith = Effect.fnUntraced(function* (word: string, typed: string) {
  const registry = yield* ClientRegistry;
  const clients = yield* registry.list;
  const named = clients.filter(({ name }) => name.toLowerCase().includes(word)).slice(0, maxMeanings);
  return [...new Set([typed, ...named.map(({ clientId }) => clientId)])];
});

/** Whether a text is the id of an app, also of one that is no longer registered. */
const isClientId = (text: string): boolean => text.startsWith("client_") || isUrlClientId(text);

/** Returns the id of the app that a filter names, by its id or by its whole name. */
const clientOf = Effect.fnUntraced(function* (typed: string) {
  if (isClientId(typed) || !isTextOfApp(typed)) return typed;
  const registry = yield* ClientRegistry;
  const clients = yield* registry.list;
  const meant = clients.filter(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return only.clientId;
  const ids = meant.slice(0, 5).map(({ clientId }) => clientId);
  return yield* new InvalidAuditFilter({
    argument: "clientId",
    problem:
      only === undefined
        ? `names no registered app${
            didYouMean(
              typed,
              clients.map(({ name }) => name)
            ) || "; use the client id of an app that was deleted"
          }`
        : `is the name of ${meant.length} apps: use the client id, such as ${ids.join(" or ")}`
  });
});

const recordOf = Effect.fnUntraced(function* (typed: string) {
  if (!typed.toLowerCase().startsWith("at://")) return null;
  const uri = yield* resolveUri(typed);
  return Option.isSome(parseAtUri(uri)) ? uri : null;
});

const meaningOf = Effect.fnUntraced(function* (typed: string) {
  const word = typed.toLowerCase();
  return {
    id: typed,
    dids: yield* accountsWith(word),
    clientIds: yield* clientsWith(word, typed),
    types: typesWith(word),
    reason: word.replaceAll("_", "-"),
    uri: yield* recordOf(typed),
    position: /^#?[1-9]\d{0,14}$/.test(typed) ? Number(typed.replace("#", "")) : null
  } satisfies SearchWord;
});

/**
 * Reads a filter with a search. The app is named by its id or its name. Each word of the search must match the event: the
 * handle, or part of it, or the DID of its account; the client id or part of the name of its app; part of the name or description of its type; the beginning of
 * its reason; the AT URI of its record; its authorization, request, stream or position.
 */
export const resolveSearch = traced("resolveSearch")(function* ({ text, ...sent }: SentSearch) {
  const { clientId = null } = sent;
  const client = clientId === null || clientId.trim() === "" ? clientId : yield* clientOf(clientId);
  const filter = yield* resolveFilter({ ...sent, clientId: client });
  const words = yield* readWords(text ?? "");
  if (words.length === 0) return filter;
  return { ...filter, words: yield* Effect.forEach(words, meaningOf) } satisfies AuditFilter;
});
