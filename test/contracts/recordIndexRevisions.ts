import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { alice, bob, cid, profile, recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const collection = Nsid.make("test.contract.revisions");
const cids = [
  "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454",
  "bafyreidfcm4u3vnuph5ltwdpssiz3a4xfbm2otjrdisftwnbfmnxd6lsxm",
  "bafyreicvfnyn3ksxl2w5qwe2i3ytv3g3lxwcnnx5rqcu5pvqyhpqu3cpba"
].map((text) => Cid.make(text, true));
const revs = ["3kaaaaaaaaa2a", "3kbbbbbbbbb2a", "3kccccccccc2a", "3kddddddddd2a"] as const;

interface Commit {
  readonly rev: string;
  /** Null for a removal. */
  readonly version: number | null;
}

const commits: ReadonlyArray<Commit> = revs.flatMap((rev) => [null, 0, 1].map((version) => ({ rev, version })));

const isPut = ({ commit }: { readonly commit: Commit }) => commit.version !== null;

/** What commits leave behind in whatever order and however often they are heard of: the latest of them. */
export const recordIndexRevisions = <E>(name: string, indexes: Layer.Layer<RecordIndex, E>) =>
  it.layer(indexes, { timeout: "60 seconds" })(`Revisions of records: ${name}`, (it) => {
    const versionOf = (rkey: string, { rev, version }: Commit) =>
      recordOf(collection, rkey, { text: `${rev} ${version}` }, { rev, cid: cids[version ?? 0] ?? cid });

    const prepared = Effect.gen(function* () {
      const index = yield* RecordIndex;
      yield* index.define(setOf(collection, { text: scalar("string") }));
      return index;
    });

    it.effect("keeps the state of the latest commit, and stores nothing again that it removed", () =>
      Effect.gen(function* () {
        const index = yield* prepared;
        const orders = fc.array(fc.constantFrom(...commits), { minLength: 1, maxLength: 12 });
        for (const [at, heard] of fc.sample(orders, 60).entries()) {
          // One commit is one thing: of those with the same revision only the first is meant.
          const distinct = heard.filter(({ rev }, place) => heard.findIndex((other) => other.rev === rev) === place);
          const doubled = [...distinct, ...distinct.toReversed()];
          const rkey = `order${at}`;
          for (const commit of doubled) {
            const record = versionOf(rkey, commit);
            yield* commit.version === null ? index.remove(record.uri, commit.rev) : index.put(record);
          }
          const last = distinct.toSorted((a, b) => (a.rev < b.rev ? 1 : -1))[0];
          const found = yield* index.find(recordOf(collection, rkey, {}).uri);
          const value = Option.getOrNull(Option.map(found, (record) => record.value));
          assert.deepStrictEqual(
            value,
            last === undefined || last.version === null ? null : { text: `${last.rev} ${last.version}` },
            JSON.stringify(heard)
          );
        }
      })
    );

    it.effect("stores and removes many records as it does each of them", () =>
      Effect.gen(function* () {
        const index = yield* prepared;
        const batch = fc.uniqueArray(fc.record({ place: fc.nat(5), commit: fc.constantFrom(...commits) }), {
          selector: ({ place }) => place,
          maxLength: 6
        });
        for (const [at, batches] of fc.sample(fc.array(batch, { maxLength: 6 }), 30).entries()) {
          const versions = (kind: string) =>
            batches.map((some) =>
              some
                .map(({ commit, place }) => ({ commit, record: versionOf(`${kind}${at}x${place}`, commit) }))
                .toSorted((a, b) => (a.record.uri < b.record.uri ? -1 : 1))
            );
          for (const { commit, record } of versions("single").flat())
            yield* commit.version === null ? index.remove(record.uri, commit.rev) : index.put(record);
          for (const some of versions("many")) {
            const [puts, removals] = [some.filter(isPut), some.filter((one) => !isPut(one))];
            yield* index.removeAll(removals.map(({ commit, record }) => ({ uri: record.uri, rev: commit.rev })));
            yield* index.putAll(puts.map(({ record }) => record));
          }
          for (const some of versions("both")) {
            const [puts, removals] = [some.filter(isPut), some.filter((one) => !isPut(one))];
            yield* index.changeAll(
              puts.map(({ record }) => record),
              removals.map(({ commit, record }) => ({ uri: record.uri, rev: commit.rev }))
            );
          }
          for (const place of [0, 1, 2, 3, 4, 5]) {
            const stored = (kind: string) =>
              Effect.map(index.find(recordOf(collection, `${kind}${at}x${place}`, {}).uri), (found) =>
                Option.getOrNull(Option.map(found, ({ cid, rev, value }) => ({ cid, rev, value })))
              );
            const single = yield* stored("single");
            assert.deepStrictEqual(yield* stored("many"), single, JSON.stringify(batches));
            assert.deepStrictEqual(yield* stored("both"), single, JSON.stringify(batches));
          }
        }
      })
    );

    it.effect("stores and removes many records unconditionally without a revision", () =>
      Effect.gen(function* () {
        const index = yield* prepared;
        const records = ["many1", "many2"].map((rkey) => versionOf(rkey, { rev: revs[1], version: 0 }));
        yield* index.putAll(records);
        const replaced = records.map((record) => ({ ...record, value: { text: "new" }, rev: null }));
        yield* index.putAll(replaced);
        for (const { uri } of records)
          assert.deepStrictEqual(
            Option.map(yield* index.find(uri), ({ rev, value }) => ({ rev, value })),
            Option.some({ rev: revs[1], value: { text: "new" } })
          );
        yield* index.removeAll(records.map(({ uri }) => ({ uri, rev: null })));
        for (const { uri } of records) assert.isTrue(Option.isNone(yield* index.find(uri)));
        yield* index.putAll(records);
        for (const { uri } of records) assert.isTrue(Option.isSome(yield* index.find(uri)));
      })
    );

    it.effect(
      "never deadlocks two callers that change the same accounts and collections in the order of addresses",
      () =>
        Effect.gen(function* () {
          const index = yield* prepared;
          const carol = Did.make("did:plc:carol");
          const changeAll = (round: number) => {
            const at = (did: Did, nsid: Nsid) =>
              recordOf(nsid, "shared", { text: `${round}` }, { did, rev: null, cid: cids[round % 3] ?? cid });
            const all = [at(alice, collection), at(bob, profile), at(carol, collection)];
            // The collections of the second kind come in another order than those of the first.
            const records = round % 2 === 0 ? all : all.slice(1);
            return round % 4 < 3 ? index.changeAll(records.slice(1), records.slice(0, 1)) : index.removeAll(records);
          };
          const rounds = Array.from({ length: 300 }, (_, round) => round);
          yield* Effect.forEach(rounds, changeAll, { concurrency: 8, discard: true });
        })
    );

    it.effect("changes nothing when the same record is stored again", () =>
      Effect.gen(function* () {
        const index = yield* prepared;
        const own = { ...versionOf("echo", { rev: revs[1], version: 0 }), indexedAt: "2026-11-28T10:00:00.000Z" };
        yield* index.put(own);
        yield* index.put({ ...own, indexedAt: "2026-11-28T10:00:05.000Z" });
        yield* index.put({ ...own, indexedAt: "2026-11-28T10:00:06.000Z", rev: null });
        assert.deepStrictEqual(yield* index.find(own.uri), Option.some(own));
        yield* index.put({ ...own, indexedAt: "2026-11-28T10:00:07.000Z", rev: revs[2] });
        assert.deepStrictEqual(yield* index.find(own.uri), Option.some({ ...own, rev: revs[2] }));
        yield* index.put(versionOf("echo", { rev: revs[1], version: 1 }));
        assert.deepStrictEqual(yield* index.find(own.uri), Option.some({ ...own, rev: revs[2] }));
      })
    );

    it.effect("stores and removes unconditionally without a revision", () =>
      Effect.gen(function* () {
        const index = yield* prepared;
        const record = versionOf("unknown", { rev: revs[1], version: 0 });
        yield* index.put(record);
        yield* index.put({ ...record, value: { text: "new" }, rev: null });
        assert.deepStrictEqual(yield* index.find(record.uri), Option.some({ ...record, value: { text: "new" } }));
        yield* index.remove(record.uri, null);
        assert.isTrue(Option.isNone(yield* index.find(record.uri)));
        yield* index.put(record);
        assert.isTrue(Option.isSome(yield* index.find(record.uri)));
      })
    );

    it.effect("keeps the latest of two concurrent commits", () =>
      Effect.gen(function* () {
        const index = yield* prepared;
        yield* Effect.forEach(
          Array.from({ length: 40 }, (_, at) => `race${at}`),
          (rkey) =>
            Effect.gen(function* () {
              const record = versionOf(rkey, { rev: revs[0], version: 0 });
              yield* Effect.all([index.put(record), index.remove(record.uri, revs[1])], { concurrency: 2 });
              assert.isTrue(Option.isNone(yield* index.find(record.uri)), rkey);
            }),
          { concurrency: 4, discard: true }
        );
      })
    );
  });
