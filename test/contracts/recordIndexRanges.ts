import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
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
    it.effect("lists the records of one author between two keys, in the order of the keys", () =>
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

    it.effect("stores many records like each alone, including later revisions and removals", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const [alone, together] = [Nsid.make("test.contract.alone"), Nsid.make("test.contract.together")];
        const properties = {
          text: scalar("string"),
          at: scalar("instant"),
          n: scalar("integer"),
          is: scalar("boolean"),
          ref: { _tag: "Object", id: "test.contract.defs#ref" }
        } as const;
        const sets = [alone, together].map((nsid) => setOf(nsid, properties));
        yield* index.define({ ...setOf(alone, {}), collections: sets.flatMap(({ collections }) => collections) });
        const rev = fc.option(fc.constantFrom("3kaaaaaaaaa2a", "3kbbbbbbbbb2a", "3kccccccccc2a"));
        const value = fc.record(
          {
            text: fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\u0000", '{"a"}', "NULL", "\\", "")),
            at: fc.constantFrom("2024-01-01T00:00:00Z", "never", 7),
            n: fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true })),
            is: fc.oneof(fc.boolean(), fc.string()),
            ref: fc.record({ uri: fc.constantFrom("at://did:plc:alice/a.b.c/d", "x") })
          },
          { requiredKeys: [] }
        );
        const one = fc.record({ rkey: fc.constantFrom("a", "b", "c", "d", "e"), rev, value });
        const step = fc.oneof(
          { weight: 4, arbitrary: fc.uniqueArray(one, { selector: ({ rkey }) => rkey, minLength: 1 }) },
          { weight: 1, arbitrary: fc.record({ rkey: fc.constantFrom("a", "b", "c"), rev }) }
        );
        for (const found of fc.sample(step, 80)) {
          for (const nsid of [alone, together]) {
            if (!Array.isArray(found)) {
              yield* index.remove(recordOf(nsid, found.rkey, {}).uri, found.rev);
              continue;
            }
            const records = found.map(({ rev, rkey, value }) => recordOf(nsid, rkey, value, { rev }));
            yield* nsid === alone ? Effect.forEach(records, index.put) : index.putAll(records);
          }
          for (const rkey of ["a", "b", "c", "d", "e"]) {
            const [left, right] = yield* Effect.all(
              [alone, together].map((nsid) => index.find(recordOf(nsid, rkey, {}).uri))
            );
            const bare = (record: typeof left) =>
              Option.map(record ?? Option.none(), ({ rev, value }) => ({ rev, value }));
            assert.deepStrictEqual(bare(right), bare(left));
          }
        }
      })
    );

    it.effect("lists no records of a collection that is not defined", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const range = { did: alice, collection: unheard, from: null, upTo: null };
        assert.deepStrictEqual(yield* index.list(range, 10), []);
      })
    );
  });
