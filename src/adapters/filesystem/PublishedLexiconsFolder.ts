import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { PublishedLexicons } from "../../domain/lexicon/import/PublishedLexicons.ts";
import { readPublished } from "./readPublished.ts";

/** The documents of `lexicons-published/`, read once, when an import first needs them. */
export const layer = Layer.effect(
  PublishedLexicons,
  Effect.map(Effect.cached(readPublished), (documents) => PublishedLexicons.of({ documents }))
);
