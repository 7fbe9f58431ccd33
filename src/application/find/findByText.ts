import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { AtUri } from "../../domain/atproto/AtUri.ts";
import { typedText } from "../../domain/atproto/typedText.ts";
import type { AuditFilter } from "../../domain/audit/AuditFilter.ts";
import { AuditTrail } from "../../domain/audit/AuditTrail.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { EventId } from "../../domain/event/EventId.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { traced } from "../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { listAccounts } from "../accounts/listAccounts.ts";
import { nameEvents } from "../audit/nameEvents.ts";
import { textOfParts } from "../audit/nameParts.ts";
import { resolveUri } from "../audit/resolveFilter.ts";

/** The kinds of things that a text can name. */
export const foundKinds = [
  "account",
  "client",
  "collection",
  "lexicon",
  "record",
  "event",
  "authorization",
  "request"
] as const;
export type FoundKind = (typeof foundKinds)[number];

/** Something that a text names. */
export interface Found {
  readonly kind: FoundKind;
  /** The DID, client id, NSID of a collection or Lexicon, AT URI, position of the event, authorization or request. */
  readonly id: string;
  /** How people know it. */
  readonly name: string;
  /** What distinguishes it from others of the same name; null for nothing. */
  readonly detail: string | null;
}

const maxLength = 1_000;

/** The most things of each kind. */
const maxOfKind = 6;

/** A request, an authorization or a stream is found by its complete id only. */
const isLikeId = (text: string): boolean => /^[\w.:-]{8,200}$/.test(text) && /\d/.test(text);

const none: ReadonlyArray<Found> = [];

const accounts = Effect.fnUntraced(function* (text: string) {
  if (/[\s/]/.test(text)) return none;
  const found = yield* listAccounts({ state: null, text }, null, maxOfKind);
  return found.map(
    ({ did, handle }): Found => ({
      kind: "account",
      id: did,
      name: handle ?? did,
      detail: handle === null ? null : did
    })
  );
});

const clients = Effect.fnUntraced(function* (text: string) {
  const words = text.toLowerCase();
  const registered = yield* (yield* ClientRegistry).list;
  return registered
    .filter(({ clientId, name }) => name.toLowerCase().includes(words) || clientId.toLowerCase().includes(words))
    .slice(-maxOfKind)
    .toReversed()
    .map(({ clientId, name }): Found => ({ kind: "client", id: clientId, name, detail: clientId }));
});

const byId = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

const lexicons = Effect.fnUntraced(function* (text: string) {
  const { collections, documents } = yield* (yield* LexiconCatalog).current;
  const words = text.toLowerCase();
  const named = (kind: FoundKind, ids: ReadonlyArray<unknown>): ReadonlyArray<Found> =>
    ids
      .flatMap((id) => (typeof id === "string" && id.toLowerCase().includes(words) ? [id] : []))
      .toSorted(byId)
      .slice(0, maxOfKind)
      .map((id) => ({ kind, id, name: id, detail: null }));
  return [
    ...named(
      "collection",
      collections.map(({ nsid }) => nsid)
    ),
    ...named(
      "lexicon",
      documents.map(({ id }) => id)
    )
  ];
});

const isAtUri = Schema.is(AtUri);

const records = Effect.fnUntraced(function* (text: string) {
  if (!text.toLowerCase().startsWith("at://")) return none;
  const uri = yield* Effect.orElseSucceed(resolveUri(text), () => text);
  if (!isAtUri(uri)) return none;
  const indexed = yield* (yield* RecordIndex).find(uri);
  const detail = Option.isSome(indexed) ? "Indexed" : "Not indexed";
  return [{ kind: "record", id: uri, name: text, detail }] satisfies ReadonlyArray<Found>;
});

/** Returns the latest event that satisfies a filter. */
const latest = Effect.fnUntraced(function* (filter: AuditFilter, upTo: number | null = null) {
  const trail = yield* AuditTrail;
  const [event] = yield* trail.page({ filter, order: "newest first", after: null, upTo, limit: 1 });
  const [named] = yield* nameEvents(event === undefined ? [] : [event]);
  return named === undefined ? null : { position: named.event.position, sentence: textOfParts(named.parts) };
});

const isEventId = Schema.is(EventId);

const events = Effect.fnUntraced(function* (text: string) {
  const [, digits] = /^#?([1-9]\d{0,8})$/.exec(text) ?? [];
  const position = digits === undefined ? null : Number(digits);
  const head = yield* (yield* EventLog).head;
  if (position === null && !isEventId(text)) return none;
  if (position !== null && position > head) return none;
  const found = position === null ? yield* latest({ id: text }) : yield* latest({}, position);
  if (found === null || (position !== null && found.position !== position)) return none;
  const { position: at, sentence } = found;
  return [{ kind: "event", id: String(at), name: `Event ${at}`, detail: sentence }] satisfies ReadonlyArray<Found>;
});

const withId = Effect.fnUntraced(function* (kind: "authorization" | "request", text: string) {
  if (!isLikeId(text)) return none;
  const found = yield* latest(kind === "request" ? { requestId: text } : { authorizationId: text });
  return found === null ? none : [{ kind, id: text, name: text, detail: found.sentence } satisfies Found];
});

/**
 * Finds what a text names: accounts by a part of their handle or the beginning of their DID, clients by a part of their name
 * or id, collections and Lexicons by a part of their NSID, and records, events, authorizations and requests by their
 * identifier. Returns a few of each kind, and nothing for an empty text or one of more than 1,000 characters.
 */
export const findByText = traced("findByText")(function* (typed: string) {
  const text = typedText(typed);
  if (text === "" || text.length > maxLength) return none;
  const found = yield* Effect.all(
    [
      accounts(text),
      clients(text),
      lexicons(text),
      records(text),
      events(text),
      withId("authorization", text),
      withId("request", text)
    ],
    { concurrency: 3 }
  );
  return found.flat();
});
