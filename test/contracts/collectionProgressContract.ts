import { assert, it } from "@effect/vitest";
import type * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { AtUri } from "../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { CollectionProgressStore } from "../../src/domain/record/index/CollectionProgress.ts";

const [notes, others] = [Nsid.make("dev.example.note"), Nsid.make("dev.example.other")];
const after = AtUri.make("at://did:plc:alice/dev.example.note/1");

/** How far a job has gone through the records of collections. */
export const collectionProgressContract = <I, E>(
  name: string,
  tag: Context.Tag<I, CollectionProgressStore>,
  layer: Layer.Layer<I, E>
) =>
  it.layer(layer, { timeout: "60 seconds" })(`${tag.key} contract: ${name}`, (it) => {
    it.effect("returns the last state of each collection", () =>
      Effect.gen(function* () {
        const { all, save } = yield* tag;
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
