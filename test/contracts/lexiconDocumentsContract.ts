import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { LexiconDocuments } from "../../src/domain/lexicon/import/LexiconDocuments.ts";

const documents = [
  { lexicon: 1, id: "app.example.note", defs: { main: { type: "record", description: "NUL \u0000, 日本語, 1.50" } } },
  { lexicon: 1, id: "app.example.like", defs: {} }
];

/** Holding sets of Lexicon documents by their digest. */
export const lexiconDocumentsContract = <E>(name: string, held: Layer.Layer<LexiconDocuments, E>) =>
  it.layer(held, { timeout: "60 seconds" })(`LexiconDocuments contract: ${name}`, (it) => {
    it.effect("returns a set with its text in its order, and keeps the first set under a digest", () =>
      Effect.gen(function* () {
        const { put, get } = yield* LexiconDocuments;
        const digest = randomUUID();
        assert.deepStrictEqual(yield* get(digest), Option.none());
        yield* put(digest, documents);
        yield* put(digest, []);
        assert.strictEqual(JSON.stringify(Option.getOrThrow(yield* get(digest))), JSON.stringify(documents));
      })
    );
  });
