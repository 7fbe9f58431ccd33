import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { PublishedLexicons } from "../../domain/lexicon/import/PublishedLexicons.ts";
import { readPublished } from "./readPublished.ts";

/** Implements `PublishedLexicons` with the documents of `lexicons-published/`, read once on first use. */
export const layer = Layer.effect(
  PublishedLexicons,
  Effect.map(Effect.cached(readPublished), (documents) => PublishedLexicons.of({ documents }))
);
