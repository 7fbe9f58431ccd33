import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { StreamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { LexiconDocuments } from "../../domain/lexicon/import/LexiconDocuments.ts";
import { emptyLexiconSet } from "../../domain/lexicon/model/LexiconSet.ts";
import { parseLexiconSet } from "../../domain/lexicon/parse/parseLexiconSet.ts";
import { loadEvents } from "../event/loadEvents.ts";

/** The stream of the active Lexicons. */
export const lexiconStream = StreamName.make("lexicons");

/**
 * Loads the set stored under a digest. Documents that were valid once stay valid, so an invalid one means a corrupt
 * store.
 */
export const storedSet = Effect.fnUntraced(function* (digest: string) {
  if (digest === "") return emptyLexiconSet;
  const stored = yield* (yield* LexiconDocuments).get(digest);
  if (Option.isNone(stored)) return yield* Effect.dieMessage(`The Lexicons ${digest} are not stored`);
  const files = stored.value.map((document) => ({ file: String(document.id), document }));
  return yield* Effect.orDie(parseLexiconSet(files));
});

/**
 * Returns the digest of the last imported set, the time of the import and its position in the log: empty, null and 0 before
 * the first one. `version` is that of the stream.
 */
export const latestImport = Effect.fnUntraced(function* () {
  const { events, history } = yield* loadEvents(lexiconStream);
  const at = events.findLastIndex((event) => event._tag === "LexiconsImported.v1");
  const event = events[at];
  const digest = event?._tag === "LexiconsImported.v1" ? event.digest : "";
  const recorded = history[at];
  return {
    digest,
    importedAt: recorded?.occurredAt ?? null,
    position: recorded?.position ?? 0,
    version: history.length
  };
});

/** Returns the active Lexicons according to the log; the empty set before the first import. */
export const storedLexicons = traced("storedLexicons")(function* () {
  return yield* storedSet((yield* latestImport()).digest);
});
