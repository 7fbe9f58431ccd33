import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { LetterRetries } from "../../src/domain/sync/LetterRetries.ts";

/** How far the dead letters were tried again. */
export const letterRetriesContract = <E>(name: string, layer: Layer.Layer<LetterRetries, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`LetterRetries contract: ${name}`, (it) => {
    it.effect("keeps the last state", () =>
      Effect.gen(function* () {
        const { find, save } = yield* LetterRetries;
        assert.isNull(yield* find);
        yield* save({ digest: "one", before: 200, isDone: false });
        assert.deepStrictEqual(yield* find, { digest: "one", before: 200, isDone: false });
        yield* save({ digest: "two", before: null, isDone: true });
        assert.deepStrictEqual(yield* find, { digest: "two", before: null, isDone: true });
      })
    );
  });
