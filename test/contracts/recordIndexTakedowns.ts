import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { type LabelSubject, subjectText } from "../../src/domain/label/LabelSubject.ts";
import { Takedowns } from "../../src/domain/label/Takedowns.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { RecordQuery } from "../../src/domain/record/query/RecordQuery.ts";
import { alice, bob, keysOf, pageOf, recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const collection = Nsid.make("test.contract.takendown");
const [oldRev, newRev] = ["3kaaaaaaaaa2a", "3kccccccccc2a"] as const;

const account = (did: Did): LabelSubject => ({ _tag: "AccountSubject", did });
const ofRecord = ({ did, uri }: IndexedRecord): LabelSubject => ({ _tag: "RecordSubject", did, uri });

const record = (rkey: string, text: string, did: Did = alice, rev: string | null = null) =>
  recordOf(collection, rkey, { text }, { did, rev });

const [one, two, three] = [record("a", "one"), record("b", "two"), record("c", "three", bob)] as const;

const emptied = Effect.gen(function* () {
  const index = yield* RecordIndex;
  const takedowns = yield* Takedowns;
  yield* index.define(setOf(collection, { text: scalar("string") }));
  yield* index.clear;
  for (const did of [alice, bob]) yield* index.show(did);
  for (const subject of yield* takedowns.list(null, 100)) yield* index.restore(subject);
  yield* index.putAll([one, two, three]);
  return index;
});

const visible = keysOf(collection, {});

const count = Effect.gen(function* () {
  const index = yield* RecordIndex;
  return yield* index.query(pageOf(collection, [{ _tag: "TotalCount", key: "n" }]), [1]);
});

/** The keys of the records with a property that an author sees. */
const ownWith = (path: readonly [string, ...Array<string>]) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const where = { _tag: "IsAbsent", path, negated: true } as const;
    const rkey = { _tag: "MetaField", key: "rkey", meta: "rkey" } as const;
    const query = pageOf(collection, [{ _tag: "Nodes", key: "nodes", selection: [rkey] }], { where });
    return Array.from((yield* index.query(query, [10], alice)).matchAll(/"rkey":"([^"]*)"/g), ([, key]) => key).join(
      " "
    );
  });

const takenDown = Effect.flatMap(Takedowns, (takedowns) =>
  Effect.map(takedowns.list(null, 100), (subjects) => subjects.map((subject) => String(subjectText(subject))))
);

const parameter = (index: number) => ({ _tag: "Parameter" as const, index });

/** The number of notifications of a user, and that of the records with some words. */
const countsOf = (nsid: Nsid): RecordQuery => {
  const page = {
    collections: [nsid],
    take: parameter(1),
    after: null,
    members: [{ _tag: "TotalCount", key: "n" }]
  } as const;
  return {
    roots: [
      { _tag: "NotificationsRoot", key: "notifications", page: { ...page, viewer: parameter(0) } },
      { _tag: "SearchRoot", key: "search", search: { ...page, needles: parameter(2), required: false } }
    ]
  };
};

const counts = '{"notifications":{"n":0},"search":{"n":0}}';

/** What a takedown hides, beside what the status of an account hides. */
export const recordIndexTakedowns = <E>(name: string, layer: Layer.Layer<RecordIndex | Takedowns, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`Takedowns: ${name}`, (it) => {
    it.effect("hides one record, and shows it again as it was", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.takeDown({ subject: ofRecord(one), until: null });
        yield* index.takeDown({ subject: ofRecord(one), until: null });
        assert.strictEqual(yield* visible, "c b");
        assert.strictEqual(yield* count, '{"page":{"n":2}}');
        assert.deepStrictEqual(yield* index.find(one.uri), Option.some(one));
        yield* index.restore(ofRecord(one));
        yield* index.restore(ofRecord(one));
        assert.strictEqual(yield* visible, "c b a");
        assert.deepStrictEqual(yield* index.find(one.uri), Option.some(one));
      })
    );

    it.effect("hides what is stored of a record or an account that is taken down", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.takeDown({ subject: ofRecord(record("d", "later")), until: null });
        yield* index.takeDown({ subject: account(bob), until: null });
        yield* index.put(record("d", "later", alice, oldRev));
        yield* index.putAll([record("e", "later"), record("f", "later", bob)]);
        assert.strictEqual(yield* visible, "e b a");
        yield* index.put(record("d", "changed", alice, newRev));
        yield* index.remove(three.uri, newRev);
        assert.strictEqual(yield* visible, "e b a");
        yield* index.restore(ofRecord(record("d", "")));
        assert.strictEqual(yield* visible, "e d b a");
        yield* index.restore(account(bob));
        assert.strictEqual(yield* visible, "f e d b a");
        const changed = Option.getOrThrow(yield* index.find(record("d", "").uri));
        assert.deepStrictEqual(changed.value, { text: "changed" });
      })
    );

    it.effect("shows a record only when no reason to hide it is left, in whatever order they end", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        const reasons = [
          { begin: index.hide(alice, "deactivated"), end: index.show(alice) },
          { begin: index.takeDown({ subject: account(alice), until: null }), end: index.restore(account(alice)) },
          { begin: index.takeDown({ subject: ofRecord(one), until: null }), end: index.restore(ofRecord(one)) }
        ] as const;
        for (const [first, second, third] of [
          [0, 1, 2],
          [0, 2, 1],
          [1, 0, 2],
          [1, 2, 0],
          [2, 0, 1],
          [2, 1, 0]
        ] as const) {
          for (const { begin } of reasons) yield* begin;
          assert.strictEqual(yield* visible, "c");
          yield* reasons[first].end;
          assert.strictEqual(yield* visible, "c");
          yield* reasons[second].end;
          assert.strictEqual(yield* visible, third === 2 ? "c b" : "c");
          yield* reasons[third].end;
          assert.strictEqual(yield* visible, "c b a");
        }
      })
    );

    it.effect("stays through a reset, new Lexicons and the erasure of the account", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.takeDown({ subject: ofRecord(one), until: null });
        yield* index.define(setOf(collection, { text: scalar("string"), more: scalar("string") }));
        assert.strictEqual(yield* visible, "c b");
        assert.strictEqual(yield* index.clear, 3);
        yield* index.putAll([one, two]);
        assert.strictEqual(yield* visible, "b");
        assert.strictEqual(yield* index.erase(alice), 2);
        yield* index.show(alice);
        yield* index.putAll([one, two]);
        assert.strictEqual(yield* visible, "b");
        yield* index.restore(ofRecord(one));
        assert.strictEqual(yield* visible, "b a");
      })
    );

    it.effect("knows what is taken down, when it ends, and whose it is", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        const takedowns = yield* Takedowns;
        yield* index.takeDown({ subject: ofRecord(one), until: 100 });
        yield* index.takeDown({ subject: ofRecord(two), until: 200 });
        yield* index.takeDown({ subject: account(bob), until: null });
        assert.deepStrictEqual(yield* takenDown, [one.uri, two.uri, bob]);
        assert.deepStrictEqual(yield* takedowns.list(one.uri, 1), [ofRecord(two)]);
        assert.deepStrictEqual(yield* takedowns.ended(99, 10), []);
        assert.deepStrictEqual(yield* takedowns.ended(100, 10), [ofRecord(one)]);
        assert.lengthOf(yield* takedowns.ended(200, 1), 1);
        yield* index.takeDown({ subject: ofRecord(one), until: null });
        assert.deepStrictEqual(yield* takedowns.ended(200, 10), [ofRecord(two)]);
        assert.deepStrictEqual(yield* takedowns.authors, new Set([alice, bob]));
        yield* index.hide(bob, "takendown");
        assert.deepStrictEqual(yield* takedowns.authors, new Set([alice]));
        assert.deepStrictEqual(yield* takedowns.find([ofRecord(one), account(alice)]), new Set([one.uri]));
      })
    );

    it.effect("filters what is hidden of an author by the Lexicons that came after the takedown", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.put(recordOf(collection, "d", { text: "now", tags: "once" }));
        yield* index.takeDown({ subject: ofRecord(record("d", "")), until: null });
        const list = { _tag: "List", item: scalar("string") } as const;
        yield* index.define(setOf(collection, { text: scalar("string"), tags: list }));
        assert.strictEqual(yield* ownWith(["tags"]), "d");
        yield* index.restore(ofRecord(record("d", "")));
        assert.strictEqual(yield* ownWith(["tags"]), "d");
      })
    );

    it.effect("answers an author with hidden records who asks only for the type of a page, beside another page", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.takeDown({ subject: ofRecord(one), until: null });
        const typename = pageOf(collection, [{ _tag: "PageTypename", key: "type", name: "Records" }], {
          take: parameter(1)
        });
        const references = countsOf(collection);
        const query: RecordQuery = { roots: [...typename.roots, ...references.roots] };
        const text = yield* index.query(query, [alice, 1, ["absent"]], alice);
        assert.strictEqual(text, `{"page":{"type":"Records"},${counts.slice(1)}`);
      })
    );

    it.effect("counts for an author with hidden records where no record is read", () =>
      Effect.gen(function* () {
        const index = yield* emptied;
        yield* index.takeDown({ subject: ofRecord(one), until: null });
        assert.strictEqual(yield* index.query(countsOf(collection), [alice, 1, ["absent"]], alice), counts);
        yield* index.restore(ofRecord(one));
        assert.strictEqual(yield* index.query(countsOf(collection), [alice, 1, ["absent"]], alice), counts);
      })
    );
  });
