import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import { LexiconDocuments } from "../../../domain/lexicon/import/LexiconDocuments.ts";
import { MemoryStore } from "../MemoryStore.ts";

type Sets = HashMap.HashMap<string, ReadonlyArray<Readonly<Record<string, unknown>>>>;

const makeLexiconDocuments = Effect.map(MemoryStore, (store) => {
  const sets = store.cell<Sets>(HashMap.empty());
  return LexiconDocuments.of({
    put: (digest, documents) =>
      sets.modify((current) => [
        undefined,
        HashMap.has(current, digest) ? current : HashMap.set(current, digest, structuredClone(documents))
      ]),
    get: (digest) => Effect.map(sets.get, HashMap.get(digest))
  });
});

/** Sets of Lexicon documents in this process. */
export const layer: Layer.Layer<LexiconDocuments, never, MemoryStore> = Layer.effect(
  LexiconDocuments,
  makeLexiconDocuments
);
