import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
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

    it.effect("scans the records of one collection page by page, those of hidden accounts included", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const [scanned, other] = [Nsid.make("test.contract.scanned"), Nsid.make("test.contract.scanned.other")];
        const all = [scanned, other].map((nsid) => setOf(nsid, { text: scalar("string") }));
        yield* index.define({ ...setOf(scanned, {}), collections: all.flatMap(({ collections }) => collections) });
        const records = [alice, bob].flatMap((did) =>
          keys.map((rkey) => recordOf(scanned, rkey, { text: rkey }, { did }))
        );
        yield* index.putAll([...records, recordOf(other, "a", {}, { did: alice })]);
        yield* index.hide(bob, "deactivated");
        const found: Array<IndexedRecord> = [];
        for (;;) {
          const page = yield* index.scan(scanned, found.at(-1)?.uri ?? null, 10);
          found.push(...page);
          if (page.length < 10) break;
        }
        assert.deepStrictEqual(
          found,
          records.toSorted((left, right) => (left.uri < right.uri ? -1 : 1))
        );
        yield* index.show(bob);
        assert.deepStrictEqual(yield* index.scan(Nsid.make("test.contract.undefined"), null, 10), []);
      })
    );

    it.effect("removes only those of some records that were not replaced, and nothing older is stored after", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.unchanged");
        yield* index.define(setOf(nsid, { text: scalar("string") }));
        const revs = ["3l2zpbbhyxs2a", "3l2zpbbhyxs2b", "3l2zpbbhyxs2c"] as const;
        const other = Cid.make("bafyreihffx5a2e7k5uwrmmgofbvzujc5cmw5h4espouwuxt3liqoflx3ee");
        const record = (rkey: string, rev: string | null, changes: Partial<IndexedRecord> = {}) =>
          recordOf(nsid, rkey, { text: rkey }, { rev, ...changes });
        const read = [
          record("same", revs[1]),
          record("replaced", revs[1]),
          record("replaced-without-rev", revs[1]),
          record("without-rev", null),
          record("touched", revs[1]),
          record("hidden", revs[1], { did: bob })
        ];
        yield* index.putAll(read);
        yield* index.hide(bob, "deactivated");
        yield* index.put(record("replaced", revs[2], { cid: other }));
        yield* index.put(record("replaced-without-rev", null, { cid: other }));
        yield* index.put(record("touched", revs[2]));
        const gone = record("gone", revs[1]);
        const removed = yield* index.removeUnchanged([...read, gone]);
        assert.deepStrictEqual(
          new Map(removed.map(({ rev, uri }) => [uri, rev])),
          new Map([
            [record("same", null).uri, revs[1]],
            [record("without-rev", null).uri, null],
            [record("touched", null).uri, revs[2]],
            [record("hidden", null, { did: bob }).uri, revs[1]]
          ])
        );
        yield* index.put(record("same", revs[0], { cid: other }));
        const left = yield* index.scan(nsid, null, 10);
        assert.deepStrictEqual(
          left.map(({ rkey }) => rkey),
          ["replaced", "replaced-without-rev"]
        );
        yield* index.put(record("same", revs[1]));
        assert.isTrue(Option.isSome(yield* index.find(record("same", null).uri)));
        assert.deepStrictEqual(yield* index.removeUnchanged([]), []);
        yield* index.show(bob);
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
