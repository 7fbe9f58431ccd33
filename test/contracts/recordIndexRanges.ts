import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as fc from "fast-check";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../src/domain/record/RecordIndex.ts";
import { alice, bob, recordOf, scalar, setOf, unheard } from "./recordIndexFixture.ts";

const collection = Nsid.make("test.contract.ranges");
/** Names that sort close to that of the collection. */
const neighbours = [
  Nsid.make("test.contract.range"),
  Nsid.make("test.contract.ranges-x.y"),
  Nsid.make("test.contract.ranges.z")
];
const keys = ["-", "-a", "0", "A", "Z", "_", "a", "a-", "a.", "a0", "aa", "b", "self", "z", "~", "~~", "a:b"];

/** What an index tells of the versions it holds, which a repository is compared with. */
export const recordIndexRanges = <E>(name: string, indexes: Layer.Layer<RecordIndex, E>) =>
  it.layer(indexes, { timeout: "60 seconds" })(`Ranges of records: ${name}`, (it) => {
    it.effect("lists those of one author between two keys, in the order of the keys", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const all = [collection, ...neighbours].map((nsid) => setOf(nsid, { text: scalar("string") }));
        yield* index.define({ ...setOf(collection, {}), collections: all.flatMap(({ collections }) => collections) });
        const own = keys.map((rkey) => recordOf(collection, rkey, {}, { did: alice, rev: "3kabc" }));
        const others = [
          ...keys.map((rkey) => recordOf(collection, rkey, {}, { did: bob })),
          ...neighbours.flatMap((nsid) => keys.map((rkey) => recordOf(nsid, rkey, {}, { did: alice })))
        ];
        yield* Effect.forEach([...own, ...others], index.put, { discard: true });
        const bound = fc.option(fc.constantFrom(...keys, "a/", "B", "zz"));
        for (const [from, upTo, limit] of fc.sample(fc.tuple(bound, bound, fc.nat(20)), 100)) {
          const expected = own
            .filter(({ rkey }) => (from === null || rkey >= from) && (upTo === null || rkey <= upTo))
            .toSorted((left, right) => (left.rkey < right.rkey ? -1 : 1))
            .slice(0, limit)
            .map(({ uri, cid, rev }) => ({ uri, cid, rev }));
          assert.deepStrictEqual(yield* index.list({ did: alice, collection, from, upTo }, limit), expected);
        }
      })
    );

    it.effect("lists none of a collection that is not defined", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const range = { did: alice, collection: unheard, from: null, upTo: null };
        assert.deepStrictEqual(yield* index.list(range, 10), []);
      })
    );
  });
