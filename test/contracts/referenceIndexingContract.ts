import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { AtUri } from "../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { ReferenceIndexing } from "../../src/domain/reference/ReferenceIndexing.ts";

const [notes, others] = [Nsid.make("dev.example.note"), Nsid.make("dev.example.other")];
const after = AtUri.make("at://did:plc:alice/dev.example.note/1");

/** How far references are indexed. */
export const referenceIndexingContract = <E>(name: string, layer: Layer.Layer<ReferenceIndexing, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`ReferenceIndexing contract: ${name}`, (it) => {
    it.effect("returns the last state of each collection", () =>
      Effect.gen(function* () {
        const { all, save } = yield* ReferenceIndexing;
        assert.strictEqual((yield* all).size, 0);
        yield* save(notes, { digest: "one", after, isDone: false });
        yield* save(others, { digest: "one", after: null, isDone: true });
        yield* save(notes, { digest: "two", after: null, isDone: true });
        assert.deepStrictEqual(
          yield* all,
          new Map([
            [notes, { digest: "two", after: null, isDone: true }],
            [others, { digest: "one", after: null, isDone: true }]
          ])
        );
      })
    );
  });
