import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import type { PropertyType } from "../../src/domain/lexicon/model/Collection.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { notificationsOf } from "./notificationQuery.ts";
import { alice, bob, recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const carol = Did.make("did:plc:carol");

const formatted = (format: string): PropertyType => ({ _tag: "Scalar", type: "string", format, knownValues: [] });

const properties = {
  subject: formatted("at-uri"),
  who: { _tag: "List" as const, item: formatted("did") },
  text: scalar("string")
};

const at = (second: number) => `2024-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;

/** A record of Bob, indexed at a second. */
const ofBob = (nsid: Nsid, rkey: string, value: JsonObject, second: number, more: Partial<IndexedRecord> = {}) =>
  recordOf(nsid, rkey, value, { did: bob, indexedAt: at(second), ...more });

const micros = (second: number) => Date.parse(at(second)) * 1000;

const keysOf = ({ edges }: Effect.Effect.Success<ReturnType<typeof notificationsOf>>): string =>
  edges.map(({ node }) => node.uri.split("/")[4]).join(" ");

/** What every record index does with the records that refer to a user. Each test has a collection of its own. */
export const recordIndexNotifications = <E>(name: string, layer: Layer.Layer<RecordIndex | Atomically, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`Notifications: ${name}`, (it) => {
    it.effect("lists the records of others that refer to a user, newest first, with reason and subject", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.notify.listing");
        yield* index.define(setOf(nsid, properties));
        const subject = `at://${alice}/${nsid}/a`;
        yield* index.put(ofBob(nsid, "a", { subject }, 1));
        yield* index.putAll([
          ofBob(nsid, "b", { who: [carol, alice], subject: `at://${carol}/${nsid}/a` }, 2),
          ofBob(nsid, "c", { who: [alice], subject }, 2),
          ofBob(nsid, "d", { text: `${alice} ${subject}` }, 3),
          recordOf(nsid, "own", { subject, who: [alice] }, { did: alice })
        ]);
        const found = yield* notificationsOf(alice, [nsid]);
        assert.deepStrictEqual(
          found.edges.map(({ node, reason, subject }) => [node.uri.split("/")[4], reason, subject]),
          [
            ["c", "subject", subject],
            ["b", "who", null],
            ["a", "subject", subject]
          ]
        );
        assert.strictEqual(found.totalCount, 3);
        assert.strictEqual(found.unreadCount, 3);
        assert.isNull(found.seenAt);
        assert.strictEqual(keysOf(yield* notificationsOf(carol, [nsid])), "b");
        assert.strictEqual(keysOf(yield* notificationsOf(bob, [nsid])), "");
      })
    );

    it.effect("pages with stable cursors while newer records arrive", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.notify.paging");
        yield* index.define(setOf(nsid, properties));
        for (const [key, second] of [
          ["a", 1],
          ["b", 2],
          ["c", 2],
          ["d", 3]
        ] as const)
          yield* index.put(ofBob(nsid, key, { who: [alice] }, second));
        const first = yield* notificationsOf(alice, [nsid], { first: 2 });
        assert.strictEqual(keysOf(first), "d c");
        assert.deepStrictEqual(first.pageInfo, { hasNextPage: true, hasPreviousPage: false });
        yield* index.put(ofBob(nsid, "e", { who: [alice] }, 9));
        const after = first.edges.at(-1)?.cursor ?? null;
        const second = yield* notificationsOf(alice, [nsid], { first: 2, after });
        assert.strictEqual(keysOf(second), "b a");
        assert.deepStrictEqual(second.pageInfo, { hasNextPage: false, hasPreviousPage: true });
        assert.strictEqual(second.totalCount, 5);
      })
    );

    it.effect("has only the collections that are named, and none for no name", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const [one, other] = [Nsid.make("test.notify.named"), Nsid.make("test.notify.other")];
        const set = setOf(one, properties);
        const more = setOf(other, properties).collections.filter(({ nsid }) => nsid === other);
        yield* index.define({ ...set, collections: [...set.collections, ...more] });
        yield* index.put(ofBob(one, "a", { who: [alice] }, 1));
        yield* index.put(ofBob(other, "b", { who: [alice] }, 2));
        assert.strictEqual(keysOf(yield* notificationsOf(alice, [one, other])), "b a");
        const filtered = yield* notificationsOf(alice, [one]);
        assert.strictEqual(keysOf(filtered), "a");
        assert.strictEqual(filtered.totalCount, 1);
        assert.strictEqual((yield* notificationsOf(alice, [])).totalCount, 0);
        yield* index.define(set);
        assert.strictEqual((yield* notificationsOf(alice, [one, other])).totalCount, 1);
      })
    );

    it.effect("follows changes of records: other references, another time, removals, a clear", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.notify.changing");
        yield* index.define(setOf(nsid, properties));
        const record = ofBob(nsid, "a", { who: [alice, carol] }, 1);
        const other = { ...record, cid: Cid.make("bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy") };
        yield* index.put(record);
        yield* index.put({ ...other, indexedAt: at(5), value: { subject: `at://${alice}/${nsid}/a` } });
        const [changed] = (yield* notificationsOf(alice, [nsid])).edges;
        assert.deepStrictEqual([changed?.reason, changed?.node.indexedAt], ["subject", at(5)]);
        assert.strictEqual((yield* notificationsOf(carol, [nsid])).totalCount, 0);
        yield* index.remove(record.uri, null);
        assert.strictEqual((yield* notificationsOf(alice, [nsid])).totalCount, 0);
        yield* index.putAll([record, ofBob(nsid, "b", { who: [alice] }, 2)]);
        assert.strictEqual((yield* notificationsOf(alice, [nsid])).totalCount, 2);
        yield* index.clear;
        assert.strictEqual((yield* notificationsOf(alice, [nsid])).totalCount, 0);
      })
    );

    it.effect("has no records of hidden accounts, and all of them when they are shown again", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.notify.hiding");
        yield* index.define(setOf(nsid, properties));
        yield* index.put(ofBob(nsid, "a", { who: [alice] }, 1));
        yield* index.put(recordOf(nsid, "c", { who: [alice] }, { did: carol, indexedAt: at(3) }));
        yield* index.hide(bob, "suspended");
        yield* index.put(ofBob(nsid, "b", { who: [alice] }, 2));
        const hidden = yield* notificationsOf(alice, [nsid]);
        assert.strictEqual(keysOf(hidden), "c");
        assert.deepStrictEqual([hidden.totalCount, hidden.unreadCount], [1, 1]);
        yield* index.show(bob);
        assert.strictEqual(keysOf(yield* notificationsOf(alice, [nsid])), "c b a");
        yield* index.erase(bob);
        yield* index.show(bob);
        assert.strictEqual(keysOf(yield* notificationsOf(alice, [nsid])), "c");
        yield* index.erase(carol);
        yield* index.show(carol);
      })
    );

    it.effect("counts what was indexed after the seen marker, which never moves back", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.notify.seeing");
        yield* index.define(setOf(nsid, properties));
        for (const second of [1, 2, 3]) yield* index.put(ofBob(nsid, `k${second}`, { who: [alice, carol] }, second));
        assert.strictEqual(yield* index.markSeen(alice, micros(2)), micros(2));
        assert.strictEqual(yield* index.markSeen(alice, micros(1)), micros(2));
        const found = yield* notificationsOf(alice, [nsid]);
        assert.deepStrictEqual([found.totalCount, found.unreadCount, found.seenAt], [3, 1, at(2)]);
        assert.strictEqual((yield* notificationsOf(carol, [nsid])).unreadCount, 3);
        assert.strictEqual(yield* index.markSeen(alice, micros(3)), micros(3));
        assert.strictEqual((yield* notificationsOf(alice, [nsid])).unreadCount, 0);
        yield* index.erase(alice);
        yield* index.show(alice);
        const erased = yield* notificationsOf(alice, [nsid]);
        assert.deepStrictEqual([erased.unreadCount, erased.seenAt], [3, null]);
      })
    );

    it.effect("reads earlier records by the current Lexicons", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.notify.importing");
        yield* index.define(setOf(nsid, { who: scalar("string") }));
        yield* index.put(ofBob(nsid, "a", { who: alice }, 1));
        assert.strictEqual((yield* notificationsOf(alice, [nsid])).totalCount, 0);
        yield* index.define(setOf(nsid, { who: formatted("did") }));
        assert.strictEqual((yield* notificationsOf(alice, [nsid])).totalCount, 1);
        yield* index.define(setOf(nsid, { who: formatted("handle") }));
        assert.strictEqual((yield* notificationsOf(alice, [nsid])).totalCount, 0);
      })
    );

    it.effect("indexes references anew where only their formats changed", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.notify.formats");
        yield* index.define(setOf(nsid, { who: formatted("uri") }));
        for (const key of ["a", "b", "c"])
          yield* index.put(ofBob(nsid, key, { who: key === "b" ? "https://b.example" : alice }, 1));
        yield* index.define(setOf(nsid, { who: formatted("at-identifier") }));
        const ends: Array<string | null> = [];
        let after = yield* index.indexReferences(nsid, null, 2);
        while (after !== null) {
          ends.push(after.split("/")[4] ?? null);
          after = yield* index.indexReferences(nsid, after, 2);
        }
        assert.include([0, 2], ends.length);
        assert.strictEqual(keysOf(yield* notificationsOf(alice, [nsid])), "c a");
      })
    );

    it.effect("indexes the references of hidden records anew when they are shown", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.notify.hidden.formats");
        yield* index.define(setOf(nsid, { who: formatted("at-identifier"), other: formatted("uri") }));
        yield* index.put(ofBob(nsid, "a", { who: alice }, 1));
        yield* index.put(ofBob(nsid, "b", { other: alice }, 2));
        yield* index.hide(bob, "deactivated");
        yield* index.define(setOf(nsid, { who: formatted("handle"), other: formatted("uri") }));
        assert.isNull(yield* index.indexReferences(nsid, null, 2));
        yield* index.show(bob);
        assert.strictEqual(keysOf(yield* notificationsOf(alice, [nsid])), "b");
      })
    );

    it.effect("takes part in a transaction", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.notify.atomic");
        yield* index.define(setOf(nsid, properties));
        const record = ofBob(nsid, "a", { who: [alice] }, 1);
        const failing = Effect.zipRight(index.put(record), Effect.fail("failed"));
        yield* Effect.either((yield* Atomically).run(failing));
        assert.strictEqual((yield* notificationsOf(alice, [nsid])).totalCount, 0);
      })
    );
  });
