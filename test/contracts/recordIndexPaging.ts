import { describe, expect, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as fc from "fast-check";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { type Index, live } from "./recordIndexEquality.ts";
import { parameters } from "./recordIndexParameters.ts";
import { asked } from "./recordIndexQueries.ts";
import { type Step, walk } from "./recordIndexWalk.ts";
import { world } from "./recordIndexWorld.ts";

const walked = world.chain((each) =>
  fc.record({
    world: fc.constant(each),
    pages: fc.array(asked(each.after).page, { minLength: 3, maxLength: 3 }),
    take: fc.integer({ min: 1, max: 4 })
  })
);

const uris = (steps: ReadonlyArray<Step>): ReadonlyArray<string> => steps.flatMap((step) => step.uris);

/** Holds an index to pages that, put together, are the whole: each row once, in one order, whichever end one begins at. */
export const recordIndexPaging = <E>(name: string, layer: Layer.Layer<RecordIndex, E>) =>
  describe(`RecordIndex paging: ${name}`, () => {
    it.scopedLive(
      "visits every row once, forward and backward",
      () =>
        Effect.gen(function* () {
          const index: Index = Context.get(yield* Layer.build(layer), RecordIndex);
          const run = Runtime.runPromise(yield* Effect.runtime<never>());
          const property = fc.asyncProperty(walked, ({ world: one, pages, take }) =>
            run(
              Effect.gen(function* () {
                yield* live(index, one);
                for (const page of pages) {
                  const all = yield* walk(index, { page, parameters, direction: "forward", take: 1000 });
                  const forward = yield* walk(index, { page, parameters, direction: "forward", take });
                  const backward = yield* walk(index, { page, parameters, direction: "backward", take });
                  expect(new Set(uris(all)).size).toBe(uris(all).length);
                  expect(uris(forward)).toEqual(uris(all));
                  expect(uris(backward.toReversed())).toEqual(uris(all));
                  const [whole] = all;
                  expect(forward.map((step) => step.hasPreviousPage)).toEqual(
                    forward.map((_, at) => at > 0 || whole?.hasPreviousPage)
                  );
                  const [last] = yield* walk(index, { page, parameters, direction: "backward", take: 1000 });
                  expect(backward.map((step) => step.hasNextPage)).toEqual(
                    backward.map((_, at) => at > 0 || last?.hasNextPage)
                  );
                }
              })
            )
          );
          yield* Effect.promise(() => fc.assert(property, { numRuns: 15 }));
        }),
      { timeout: 60_000 }
    );
  });
