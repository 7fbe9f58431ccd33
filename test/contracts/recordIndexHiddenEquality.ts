import { assert, describe, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as fc from "fast-check";
import type { Did } from "../../src/domain/atproto/Did.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { AccountStatus } from "../../src/domain/sync/account/AccountStatus.ts";
import { dids, records } from "./recordIndexAddresses.ts";
import { type Index, live } from "./recordIndexEquality.ts";
import { parameters } from "./recordIndexParameters.ts";
import { asked } from "./recordIndexQueries.ts";
import { type World, world } from "./recordIndexWorld.ts";

const queriesPerWorld = 10;

/** Lives through a world in which accounts are hidden after the first records came. */
const liveHidden = (
  index: Index,
  { actors, after, before, early, late, removed }: World,
  hidden: ReadonlyArray<Did>,
  status: AccountStatus
) =>
  Effect.gen(function* () {
    yield* Effect.forEach(dids, index.show);
    yield* index.define(before);
    yield* Effect.forEach(records, (uri) => index.remove(uri, null));
    yield* Effect.forEach(early, index.put);
    yield* Effect.forEach(hidden, (did) => index.hide(did, status));
    yield* index.define(after);
    yield* Effect.forEach(late, index.put);
    yield* Effect.forEach(removed, (uri) => index.remove(uri, null));
    yield* Effect.forEach(actors, index.putActor);
  });

const without = (one: World, hidden: ReadonlyArray<Did>): World => {
  const isVisible = ({ did }: { readonly did: Did }) => !hidden.includes(did);
  return { ...one, early: one.early.filter(isVisible), late: one.late.filter(isVisible) };
};

const lived = world.chain((each) =>
  fc.record({
    world: fc.constant(each),
    hidden: fc.subarray<Did>([...dids], { minLength: 1 }),
    status: fc.constantFrom(...AccountStatus.literals),
    queries: fc.array(asked(each.after).query, { minLength: queriesPerWorld, maxLength: queriesPerWorld })
  })
);

/**
 * An index with hidden accounts answers every query like one without their records, and when they are shown again like one
 * in which they never were hidden.
 */
export const recordIndexHiddenEquality = <E>(
  name: string,
  worlds: number,
  expected: Layer.Layer<RecordIndex, E>,
  actual: Layer.Layer<RecordIndex, E>
) =>
  describe(`Equality of hidden and missing records: ${name}`, () => {
    it.scopedLive(
      `gives the same bytes to ${2 * worlds * queriesPerWorld} random queries`,
      () =>
        Effect.gen(function* () {
          const left = Context.get(yield* Layer.build(expected), RecordIndex);
          const right = Context.get(yield* Layer.build(actual), RecordIndex);
          const run = Runtime.runPromise(yield* Effect.runtime<never>());
          const property = fc.asyncProperty(lived, ({ hidden, queries, status, world: one }) => {
            const compare = Effect.forEach(queries, (query) =>
              Effect.map(
                Effect.all([left.query(query, parameters), right.query(query, parameters)]),
                ([wanted, given]) => assert.strictEqual(given, wanted, JSON.stringify(query))
              )
            );
            return run(
              Effect.gen(function* () {
                yield* live(left, without(one, hidden));
                yield* liveHidden(right, one, hidden, status);
                yield* compare;
                yield* live(left, one);
                yield* Effect.forEach(hidden, right.show);
                yield* compare;
              })
            );
          });
          yield* Effect.promise(() => fc.assert(property, { numRuns: worlds }));
        }),
      { timeout: 600_000 }
    );
  });
