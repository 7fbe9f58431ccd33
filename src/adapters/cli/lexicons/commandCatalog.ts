import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { storedLexicons } from "../../../application/lexicons/storedLexicons.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";

/** The catalog as it is when a command begins. Services prepare their index when they see the change in the log. */
export const catalog = Layer.effect(
  LexiconCatalog,
  Effect.zipWith(storedLexicons(), RecordIndex, (current, index) =>
    LexiconCatalog.of({
      current: Effect.succeed(current),
      forWrites: Effect.succeed(current),
      changes: Stream.concat(Stream.make(current), Stream.never),
      awaitImport: () => Effect.void,
      prepareAgain: index.define(current)
    })
  )
);
