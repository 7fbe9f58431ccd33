import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import { loadEvents } from "../../../application/event/loadEvents.ts";
import { lexiconStream } from "../../../application/lexicons/importLexicons.ts";
import { LexiconCatalog } from "../../../domain/lexicon/LexiconCatalog.ts";
import { LexiconDocuments } from "../../../domain/lexicon/LexiconDocuments.ts";
import { emptyLexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import { parseLexiconSet } from "../../../domain/lexicon/parseLexiconSet.ts";

/** The Lexicons in force by the log; none before the first import. */
export const currentLexicons = Effect.fn("currentLexicons")(function* () {
  const { events } = yield* loadEvents(lexiconStream);
  const latest = events.findLast((event) => event._tag === "LexiconsImported.v1");
  if (latest === undefined) return Option.none();
  const documents = yield* LexiconDocuments;
  const stored = yield* documents.get(latest.digest);
  if (Option.isNone(stored)) return yield* Effect.dieMessage(`The Lexicons ${latest.digest} are not stored`);
  const files = stored.value.map((document) => ({ file: String(document.id), document }));
  return Option.some(yield* Effect.orDie(parseLexiconSet(files)));
});

/** The catalog of a command: as it is when the command begins. Services make room in their index as they follow the log. */
export const catalog = Layer.effect(
  LexiconCatalog,
  Effect.map(currentLexicons(), (found) => {
    const current = Option.getOrElse(found, () => emptyLexiconSet);
    return LexiconCatalog.of({
      current: Effect.succeed(current),
      forWrites: Effect.succeed(current),
      changes: Stream.concat(Stream.make(current), Stream.never),
      awaitDigest: () => Effect.void
    });
  })
);
