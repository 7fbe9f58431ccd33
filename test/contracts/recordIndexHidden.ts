import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { KnownActors } from "../../src/domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { Filter } from "../../src/domain/record/query/RecordQuery.ts";
import { alice, bob, keysOf, operand, pageOf, parameter, recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const collection = Nsid.make("test.contract.hidden");
const other = Nsid.make("test.contract.hidden.other");
const [oldRev, midRev, newRev] = ["3kaaaaaaaaa2a", "3kbbbbbbbbb2a", "3kccccccccc2a"] as const;

/** An index with the given collection, without records and hidden accounts. */
const emptied = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(setOf(collection, { text: scalar("string") }));
  yield* index.clear;
  for (const did of [alice, bob]) yield* index.show(did);
  return index;
});

const record = (rkey: string, text: string, rev: string | null = null, did: Did = alice) =>
  recordOf(collection, rkey, { text }, { rev, did });

const visible = keysOf(collection, {});

const count = Effect.gen(function* () {
  const index = yield* RecordIndex;
  return yield* index.query(pageOf(collection, [{ _tag: "TotalCount", key: "n" }]), [1]);
});

/** What it means that an account is hidden. */
export const recordIndexHidden = <E>(name: string, layer: Layer.Layer<RecordIndex | KnownActors | Atomically, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`Hidden accounts: ${name}`, (it) => {
    it.effect("hides the records of one account, and shows them again as they were", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        const actors = yield* KnownActors;
        const records = [record("a", "one", oldRev), record("b", "two"), record("c", "three", null, bob)];
        yield* index.putAll(records);
        yield* index.hide(alice, "deactivated");
        assert.strictEqual(yield* visible, "c");
        assert.strictEqual(yield* count, '{"page":{"n":1}}');
        assert.strictEqual(yield* actors.records(collection), 1);
        assert.deepStrictEqual(yield* actors.hidden([alice, bob]), new Map([[alice, "deactivated"]]));
        yield* index.hide(alice, "takendown");
        assert.deepStrictEqual(yield* actors.hidden([alice]), new Map([[alice, "takendown"]]));
        yield* index.show(alice);
        yield* index.show(alice);
        assert.strictEqual((yield* actors.hidden([alice])).size, 0);
        assert.strictEqual(yield* actors.records(collection), 3);
        for (const each of records) assert.deepStrictEqual(yield* index.find(each.uri), Option.some(each));
      })
    );

    it.effect("finds and lists the records of a hidden account", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        const records = [record("a", "one", oldRev), record("b", "two", oldRev)];
        yield* index.putAll(records);
        yield* index.hide(alice, "suspended");
        yield* index.put(record("c", "three", midRev));
        assert.deepStrictEqual(
          yield* index.find(records[0]?.uri ?? record("", "").uri),
          Option.fromNullable(records[0])
        );
        const range = { did: alice, collection, from: "b", upTo: null };
        const listed = yield* index.list(range, 10);
        assert.deepStrictEqual(
          listed.map(({ rev, uri }) => [uri, rev]),
          [
            [record("b", "").uri, oldRev],
            [record("c", "").uri, midRev]
          ]
        );
        assert.strictEqual((yield* index.list(range, 1)).length, 1);
      })
    );

    it.effect("keeps the latest versions of the records of a hidden account", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.putAll([record("kept", "one", midRev), record("changed", "one", midRev), record("gone", "one")]);
        yield* index.hide(alice, "deactivated");
        yield* index.put(record("kept", "older", oldRev));
        yield* index.put(record("changed", "newer", newRev));
        yield* index.remove(record("kept", "").uri, oldRev);
        yield* index.changeAll([record("added", "new", newRev)], [{ uri: record("gone", "").uri, rev: newRev }]);
        yield* index.putAll([record("gone", "older", midRev)]);
        assert.strictEqual(yield* visible, "");
        yield* index.show(alice);
        const texts = yield* Effect.forEach(["added", "changed", "gone", "kept"], (rkey) =>
          Effect.map(index.find(record(rkey, "").uri), (found) =>
            Option.match(found, { onNone: () => null, onSome: ({ value }) => value.text })
          )
        );
        assert.deepStrictEqual(texts, ["new", "newer", null, "one"]);
        assert.deepStrictEqual((yield* visible).split(" ").toSorted(), ["added", "changed", "kept"]);
      })
    );

    it.effect("removes the records of a hidden account without a revision unconditionally", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.put(record("a", "one", newRev));
        yield* index.hide(alice, "deactivated");
        yield* index.remove(record("a", "").uri, null);
        assert.isTrue(Option.isNone(yield* index.find(record("a", "").uri)));
        yield* index.show(alice);
        assert.strictEqual(yield* visible, "");
      })
    );

    it.effect("shows records as the present Lexicons read them", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.put(recordOf(collection, "a", { text: "x", n: 7 }));
        yield* index.hide(alice, "deactivated");
        yield* index.define(setOf(collection, { n: scalar("integer") }));
        yield* index.put(recordOf(collection, "b", { n: 7 }));
        yield* index.show(alice);
        const seven: Filter = {
          _tag: "Compare",
          operand: operand("n", "integer"),
          operator: "eq",
          value: parameter(1)
        };
        assert.deepStrictEqual((yield* keysOf(collection, { where: seven }, [7])).split(" ").toSorted(), ["a", "b"]);
      })
    );

    it.effect("keeps the records of collections that are not defined when the account is shown", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.put(recordOf(collection, "a", { text: "x", n: 7 }));
        yield* index.hide(alice, "deactivated");
        yield* index.define(setOf(collection, { n: scalar("integer") }));
        yield* index.define(setOf(other, {}));
        assert.strictEqual(yield* visible, "");
        yield* index.show(alice);
        yield* index.define(setOf(collection, { n: scalar("integer") }));
        const seven: Filter = {
          _tag: "Compare",
          operand: operand("n", "integer"),
          operator: "eq",
          value: parameter(1)
        };
        assert.strictEqual(yield* keysOf(collection, { where: seven }, [7]), "a");
      })
    );

    it.effect("hides the records of collections that are not defined", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.put(record("a", "one"));
        yield* index.define(setOf(other, {}));
        yield* index.hide(alice, "deactivated");
        yield* index.define(setOf(collection, { text: scalar("string") }));
        assert.strictEqual(yield* visible, "");
        yield* index.show(alice);
        assert.strictEqual(yield* visible, "a");
      })
    );

    it.effect("erases the records of one account, visible and hidden, and counts them", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        const actors = yield* KnownActors;
        yield* index.putAll([record("a", "one", oldRev), record("b", "two"), record("c", "three", null, bob)]);
        assert.strictEqual(yield* index.erase(alice), 2);
        assert.strictEqual(yield* index.erase(alice), 0);
        assert.deepStrictEqual(yield* actors.hidden([alice]), new Map([[alice, "deleted"]]));
        yield* index.put(record("d", "late"));
        assert.strictEqual(yield* visible, "c");
        assert.strictEqual(yield* index.erase(alice), 1);
        yield* index.put(record("a", "again", oldRev));
        yield* index.show(alice);
        assert.strictEqual(yield* visible, "c a".split(" ").toSorted().toReversed().join(" "));
      })
    );

    it.effect("stays hidden when the index is emptied", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.putAll([record("a", "one"), record("b", "two", null, bob)]);
        yield* index.hide(alice, "deactivated");
        assert.strictEqual(yield* index.clear, 2);
        yield* index.put(record("a", "one"));
        assert.strictEqual(yield* visible, "");
        yield* index.show(alice);
        assert.strictEqual(yield* visible, "a");
      })
    );

    it.effect("rolls back with its transaction", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        const atomically = yield* Atomically;
        yield* index.put(record("a", "one"));
        const failed = atomically.run(Effect.zipRight(index.hide(alice, "deactivated"), Effect.fail("no")));
        assert.deepStrictEqual(yield* Effect.either(failed), Either.left("no"));
        assert.strictEqual(yield* visible, "a");
        yield* index.hide(alice, "deactivated");
        yield* Effect.either(atomically.run(Effect.zipRight(index.show(alice), Effect.fail("no"))));
        assert.strictEqual(yield* visible, "");
      })
    );

    it.effect("never leaves a visible record of an account that is hidden while records are stored", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        for (let round = 0; round < 20; round += 1) {
          const keys = Array.from({ length: 6 }, (_, at) => `r${round}n${at}`);
          yield* Effect.all(
            [
              ...keys.slice(0, 3).map((rkey) => index.put(record(rkey, "one", midRev))),
              index.hide(alice, "deactivated"),
              index.putAll(keys.slice(3).map((rkey) => record(rkey, "one", midRev)))
            ],
            { concurrency: "unbounded" }
          );
          assert.strictEqual(yield* visible, "");
          yield* Effect.all([index.show(alice), ...keys.map((rkey) => index.put(record(rkey, "two", newRev)))], {
            concurrency: "unbounded"
          });
          assert.deepStrictEqual((yield* visible).split(" ").toSorted(), keys.toSorted());
          yield* index.erase(alice);
          yield* index.show(alice);
        }
      })
    );
  });
