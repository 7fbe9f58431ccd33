import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { LRUCache } from "lru-cache";
import {
  type RemoteDocument,
  RemoteDocuments,
  type RemoteDocumentUnusable
} from "../../domain/client/document/RemoteDocuments.ts";
import { OutboundHttp } from "../../domain/outbound/OutboundHttp.ts";
import { type Fetched, fetchDocument } from "./fetchDocument.ts";

const second = 1000;
const day = 24 * 60 * 60 * second;

/** Lifetimes in milliseconds. */
const lasts = { lastGoodCopy: day, failure: 5 * second, refetch: 30 * second };

/** The maximum number of cached documents, and of concurrent fetches. */
const room = { documents: 500, fetches: 64 };

interface Entry {
  readonly turns: Effect.Semaphore;
  good: Fetched | null;
  failure: { readonly error: RemoteDocumentUnusable; readonly until: number } | null;
  refetchedAt: number;
}

/** The entries that were used last. */
const makeEntries = () => {
  const entries = new LRUCache<string, Entry>({ max: room.documents });
  return (url: string): Entry => {
    const entry = entries.get(url) ?? {
      turns: Effect.unsafeMakeSemaphore(1),
      good: null,
      failure: null,
      refetchedAt: Number.NEGATIVE_INFINITY
    };
    entries.set(url, entry);
    return entry;
  };
};

const freshCopy = ({ good }: Entry, now: number): RemoteDocument | null =>
  good !== null && now < good.freshUntil ? good : null;

const lastGoodCopy = ({ good }: Entry, now: number): RemoteDocument | null =>
  good !== null && now < good.fetchedAt + lasts.lastGoodCopy ? good : null;

/** Caches a failed fetch. A valid copy is kept only if the server is unreachable. */
const failed = Effect.fnUntraced(function* (entry: Entry, error: RemoteDocumentUnusable) {
  const now = yield* Clock.currentTimeMillis;
  entry.failure = { error, until: now + lasts.failure };
  if (error.reason === "refused") entry.good = null;
  const copy = lastGoodCopy(entry, now);
  return copy === null ? yield* error : copy;
});

/** Implements `RemoteDocuments` with a cache in this process, over `OutboundHttp`. */
export const layer: Layer.Layer<RemoteDocuments, never, OutboundHttp> = Layer.effect(
  RemoteDocuments,
  Effect.gen(function* () {
    const http = yield* OutboundHttp;
    const fetches = yield* Effect.makeSemaphore(room.fetches);
    const entryOf = makeEntries();

    const fetch = (entry: Entry, url: string, maxBytes: number) =>
      fetches
        .withPermits(1)(fetchDocument(http, url, maxBytes))
        .pipe(
          Effect.tap((fetched) =>
            Effect.sync(() => {
              entry.good = fetched;
              entry.failure = null;
            })
          ),
          Effect.catchAll((error) => failed(entry, error))
        );

    const readInTurn = Effect.fnUntraced(function* (entry: Entry, url: string, maxBytes: number) {
      const now = yield* Clock.currentTimeMillis;
      const fetchedMeanwhile = freshCopy(entry, now);
      if (fetchedMeanwhile !== null) return fetchedMeanwhile;
      if (entry.failure === null || now >= entry.failure.until) return yield* fetch(entry, url, maxBytes);
      return lastGoodCopy(entry, now) ?? (yield* entry.failure.error);
    });

    const read = Effect.fnUntraced(function* (url: string, maxBytes: number) {
      const entry = entryOf(url);
      const known = freshCopy(entry, yield* Clock.currentTimeMillis);
      return known ?? (yield* entry.turns.withPermits(1)(readInTurn(entry, url, maxBytes)));
    });

    const refetch = Effect.fnUntraced(function* (url: string, maxBytes: number) {
      const entry = entryOf(url);
      const now = yield* Clock.currentTimeMillis;
      if (now < entry.refetchedAt + lasts.refetch) return yield* read(url, maxBytes);
      entry.refetchedAt = now;
      return yield* entry.turns.withPermits(1)(fetch(entry, url, maxBytes));
    });

    return RemoteDocuments.of({ read, refetch });
  })
);
