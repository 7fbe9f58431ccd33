import { assert, describe, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as fc from "fast-check";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { RecordChange } from "../../src/domain/record/change/RecordChange.ts";
import { RecordChanges } from "../../src/domain/record/change/RecordChanges.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { alice, bob, cid, keysOf, recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const collection = Nsid.make("test.contract.changes.random");
const cids = [cid, Cid.make("bafyreib2rxk3rybzyn7a3rn4hkyozt4rt2lbmy4a2tqk5ylysk4ltklh3q")] as const;
const steps = 30;

const record = fc
  .record({
    rkey: fc.constantFrom("a", "b", "c"),
    did: fc.constantFrom(alice, bob),
    text: fc.constantFrom("one", "two", null),
    cid: fc.constantFrom(...cids),
    rev: fc.constantFrom(null, "3kaaaaaaaaa2a", "3kbbbbbbbbb2a")
  })
  .map(({ rkey, text, ...more }) => recordOf(collection, rkey, { text }, more));

type Index = RecordIndex["Type"];

const step: fc.Arbitrary<(index: Index) => Effect.Effect<unknown, unknown>> = fc.oneof(
  { weight: 6, arbitrary: record.map((one) => (index: Index) => index.put(one)) },
  {
    weight: 2,
    arbitrary: fc.uniqueArray(record, { selector: ({ uri }) => uri }).map((all) => (index: Index) => index.putAll(all))
  },
  {
    weight: 3,
    arbitrary: record.map(
      ({ rev, uri }) =>
        (index: Index) =>
          index.remove(uri, rev)
    )
  },
  {
    weight: 1,
    arbitrary: record.map(
      ({ cid: of, uri }) =>
        (index: Index) =>
          index.removeUnchanged([{ uri, cid: of }])
    )
  },
  {
    weight: 1,
    arbitrary: record.map(
      ({ did }) =>
        (index: Index) =>
          index.hide(did, "takendown")
    )
  },
  {
    weight: 2,
    arbitrary: record.map(
      ({ did }) =>
        (index: Index) =>
          index.show(did)
    )
  },
  {
    weight: 1,
    arbitrary: record.map(
      ({ did }) =>
        (index: Index) =>
          index.erase(did)
    )
  },
  { weight: 1, arbitrary: fc.constant((index: Index) => index.clear) }
);

/** Changes without their positions, which each index numbers on its own. Changes of one commit have no order. */
const described = (changes: ReadonlyArray<RecordChange>) =>
  changes.map(({ position: _, ...change }) => change).sort((one, other) => (one.uri < other.uri ? -1 : 1));

const follow = (visible: Map<string, RecordChange>, changes: ReadonlyArray<RecordChange>): void => {
  for (const change of changes)
    if (change.kind === "deleted") visible.delete(change.uri);
    else visible.set(change.uri, change);
};

const keysFollowed = (visible: ReadonlyMap<string, RecordChange>) =>
  [...visible.keys()]
    .map((uri) => uri.slice(uri.lastIndexOf("/") + 1))
    .sort()
    .join(" ");

const sorted = (keys: string) => keys.split(" ").sort().join(" ").trim();

/** Two indexes log the same changes, and whoever follows them has what a query returns, after every step. */
export const recordChangesEquality = <E>(
  name: string,
  histories: number,
  expected: Layer.Layer<RecordIndex | RecordChanges, E>,
  actual: Layer.Layer<RecordIndex | RecordChanges, E>
) =>
  describe(`Equality of logged changes: ${name}`, () => {
    it.scopedLive(
      `logs the same in ${histories} random histories, and what a query returns`,
      () =>
        Effect.gen(function* () {
          const left = yield* Layer.build(expected);
          const right = yield* Layer.build(actual);
          const run = Runtime.runPromise(yield* Effect.runtime<never>());
          const history = Effect.fnUntraced(function* (
            each: ReadonlyArray<(index: Index) => Effect.Effect<unknown, unknown>>
          ) {
            const sides = yield* Effect.forEach([left, right], (context) =>
              Effect.gen(function* () {
                const index = Context.get(context, RecordIndex);
                yield* index.define(setOf(collection, { text: scalar("string") }));
                yield* index.clear;
                for (const did of [alice, bob]) yield* index.show(did);
                // What was remembered of removals would refuse records of the next history.
                const changes = Context.get(context, RecordChanges);
                return {
                  context,
                  index,
                  changes,
                  cursor: yield* changes.head,
                  visible: new Map<string, RecordChange>()
                };
              })
            );
            for (const act of each) {
              const logged = yield* Effect.forEach(sides, (side) =>
                Effect.gen(function* () {
                  yield* act(side.index);
                  const { changes, cursor } = yield* side.changes.read(side.cursor, 1_000);
                  side.cursor = cursor;
                  follow(side.visible, changes);
                  const keys = yield* Effect.provide(keysOf(collection, {}), side.context);
                  assert.strictEqual(keysFollowed(side.visible), sorted(keys));
                  return described(changes);
                })
              );
              assert.deepStrictEqual(logged[1], logged[0]);
            }
          });
          const property = fc.asyncProperty(fc.array(step, { maxLength: steps }), (each) => run(history(each)));
          yield* Effect.promise(() => fc.assert(property, { numRuns: histories }));
        }),
      { timeout: 600_000 }
    );
  });
