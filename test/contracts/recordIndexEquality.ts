import { describe, expect, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as fc from "fast-check";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { RecordQuery } from "../../src/domain/record/query/RecordQuery.ts";
import { records } from "./recordIndexAddresses.ts";
import { parameters } from "./recordIndexParameters.ts";
import { asked } from "./recordIndexQueries.ts";
import { type World, world } from "./recordIndexWorld.ts";

/** The service that the port names. */
export type Index = Context.Tag.Service<RecordIndex>;

/** Queries are cheaper than worlds, so each world is asked several. */
const queriesPerWorld = 10;

/** How many queries are compared. */
const cases = Number(process.env.EQUALITY_CASES ?? 500);

/** In milliseconds; many times what a case takes on a machine of its own. */
const patience = 600_000 + cases * 200;

/** Takes what an earlier world has left, then lives through this one. */
export const live = (index: Index, { before, early, after, late, removed, actors }: World) =>
  Effect.gen(function* () {
    yield* index.define(before);
    yield* Effect.forEach(records, (uri) => index.remove(uri, null));
    yield* Effect.forEach(early, index.put);
    yield* index.define(after);
    yield* Effect.forEach(late, index.put);
    yield* Effect.forEach(removed, (uri) => index.remove(uri, null));
    yield* Effect.forEach(actors, index.putActor);
  });

const lived = world.chain((each) =>
  fc.record({
    world: fc.constant(each),
    queries: fc.array(asked(each.after).query, { minLength: queriesPerWorld, maxLength: queriesPerWorld })
  })
);

/** Holds two indexes to the same bytes, whatever they are told and asked. */
export const recordIndexEquality = <E>(
  name: string,
  expected: Layer.Layer<RecordIndex, E>,
  actual: Layer.Layer<RecordIndex, E>
) =>
  describe(`RecordIndex equality: ${name}`, () => {
    it.scopedLive(
      `gives the same bytes to ${cases} random queries`,
      () =>
        Effect.gen(function* () {
          const left = Context.get(yield* Layer.build(expected), RecordIndex);
          const right = Context.get(yield* Layer.build(actual), RecordIndex);
          const run = Runtime.runPromise(yield* Effect.runtime<never>());
          const compare = (query: RecordQuery) =>
            Effect.map(
              Effect.all([left.query(query, parameters), right.query(query, parameters)]),
              ([wanted, given]) => {
                expect(given, `The answers to ${JSON.stringify(query)}`).toBe(wanted);
              }
            );
          const property = fc.asyncProperty(lived, ({ world: one, queries }) =>
            run(
              Effect.zipRight(
                Effect.all([live(left, one), live(right, one)]),
                Effect.forEach(queries, compare, { discard: true })
              )
            )
          );
          yield* Effect.promise(() => fc.assert(property, { numRuns: Math.ceil(cases / queriesPerWorld) }));
        }),
      { timeout: patience }
    );
  });
