import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { storedLexicons } from "../../../application/lexicons/storedLexicons.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";

/** The catalog of a command: as it is when the command begins. Services make room in their index as they follow the log. */
export const catalog = Layer.effect(
  LexiconCatalog,
  Effect.map(storedLexicons(), (current) =>
    LexiconCatalog.of({
      current: Effect.succeed(current),
      forWrites: Effect.succeed(current),
      changes: Stream.concat(Stream.make(current), Stream.never),
      awaitDigest: () => Effect.void
    })
  )
);
