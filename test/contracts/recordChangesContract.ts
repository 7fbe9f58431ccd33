import { assert, it } from "@effect/vitest";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import type * as Layer from "effect/Layer";
import * as Queue from "effect/Queue";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import type { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import type { ChangeCursor } from "../../src/domain/record/change/ChangeCursor.ts";
import type { RecordChange } from "../../src/domain/record/change/RecordChange.ts";
import { RecordChanges } from "../../src/domain/record/change/RecordChanges.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { alice, bob, cid, profile, recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const collection = Nsid.make("test.contract.changes");
const otherCid = Cid.make("bafyreib2rxk3rybzyn7a3rn4hkyozt4rt2lbmy4a2tqk5ylysk4ltklh3q");

const prepared = Effect.gen(function* () {
  const index = yield* RecordIndex;
  const changes = yield* RecordChanges;
  yield* index.define(setOf(collection, { text: scalar("string") }));
  yield* index.clear;
  for (const did of [alice, bob]) yield* index.show(did);
  return { index, changes, start: yield* changes.head };
});

const textOf = (named: RecordChange["before"]) => named?.record.value.text ?? null;

/** A change in short: its kind, the record key, and the texts before and after. */
const short = ({ after, before, kind, uri }: RecordChange) => [
  kind,
  uri.slice(uri.lastIndexOf("/") + 1),
  textOf(before),
  textOf(after)
];

const readShort = (after: ChangeCursor) =>
  Effect.flatMap(RecordChanges, (changes) => Effect.map(changes.read(after, 1_000), (page) => page.changes.map(short)));

const record = (rkey: string, text: string, did: Did = alice) => recordOf(collection, rkey, { text }, { did });

/** What the change log of the record index contains. */
export const recordChangesContract = <E>(
  name: string,
  layer: Layer.Layer<RecordIndex | RecordChanges | Atomically, E>
) =>
  it.layer(layer, { timeout: "60 seconds" })(`RecordChanges contract: ${name}`, (it) => {
    it.effect("contains each version of a record, before and after a change", () =>
      Effect.gen(function* () {
        const { index, start } = yield* prepared;
        yield* index.put(record("a", "one"));
        yield* index.put(record("a", "one"));
        yield* index.put({ ...record("a", "two"), cid: otherCid });
        yield* index.remove(record("a", "").uri, null);
        yield* index.remove(record("a", "").uri, null);
        assert.deepStrictEqual(yield* readShort(start), [
          ["created", "a", null, "one"],
          ["updated", "a", "one", "two"],
          ["deleted", "a", "two", null]
        ]);
      })
    );

    it.effect("contains complete records with the handle of the author", () =>
      Effect.gen(function* () {
        const { changes, index, start } = yield* prepared;
        yield* index.putActor({ did: alice, handle: "alice.test" as never, pds: null });
        const { uri } = record("whole", "");
        yield* index.put(recordOf(collection, "whole", { text: "a" }, { rev: "3kaaaaaaaaa2a" }));
        yield* index.put(recordOf(collection, "whole", { text: "b" }, { rev: "3kbbbbbbbbb2a", cid: otherCid }));
        const [created, updated] = (yield* changes.read(start, 10)).changes;
        assert.strictEqual(created?.after?.handle, "alice.test");
        assert.deepStrictEqual(created?.after?.record, {
          uri,
          cid,
          did: alice,
          collection,
          rkey: "whole" as never,
          rev: "3kaaaaaaaaa2a",
          indexedAt: "2024-01-01T00:00:00.000Z",
          value: { text: "a" }
        });
        assert.deepStrictEqual(updated?.before, created?.after);
        assert.strictEqual(updated?.after?.record.cid, otherCid);
        assert.strictEqual(updated?.collection, collection);
      })
    );

    it.effect("counts a hidden record as deleted, and one that is shown again as created", () =>
      Effect.gen(function* () {
        const { changes, index, start } = yield* prepared;
        yield* index.putAll([record("a", "one"), record("b", "of bob", bob)]);
        yield* index.hide(alice, "takendown");
        yield* index.hide(alice, "suspended");
        const hidden = (yield* changes.read(start, 10)).changes;
        assert.deepStrictEqual(
          hidden.map(({ isHidden }) => isHidden),
          [true, false, true]
        );
        yield* index.put({ ...record("a", "while hidden"), cid: otherCid });
        yield* index.show(alice);
        assert.deepStrictEqual((yield* readShort(start)).slice(2), [
          ["deleted", "a", "one", null],
          ["created", "a", null, "while hidden"]
        ]);
      })
    );

    it.effect("numbers the changes of a transaction with one commit, and discards those of one that fails", () =>
      Effect.gen(function* () {
        const { changes, index, start } = yield* prepared;
        const { run } = yield* Atomically;
        yield* run(Effect.zipRight(index.put(record("a", "one")), index.put(record("b", "two"))));
        yield* Effect.exit(run(Effect.zipRight(index.put(record("c", "three")), Effect.fail("stop"))));
        yield* index.put(record("d", "four"));
        const found = (yield* changes.read(start, 10)).changes;
        assert.deepStrictEqual(found.map(short), [
          ["created", "a", null, "one"],
          ["created", "b", null, "two"],
          ["created", "d", null, "four"]
        ]);
        const last = found[2]?.position.commit;
        assert.strictEqual((yield* changes.head).commit, last);
      })
    );

    it.effect("continues at the cursor of every page, without a gap or a repetition", () =>
      Effect.gen(function* () {
        const { changes, index, start } = yield* prepared;
        const keys = ["a", "b", "c", "d", "e"];
        yield* index.putAll(keys.map((key) => record(key, key)));
        yield* index.put(recordOf(profile, "self", { displayName: "A" }));
        yield* index.clear;
        const all = yield* readShort(start);
        assert.strictEqual(all.length, 12);
        for (const limit of [1, 2, 3, 5, 12, 13]) {
          const found: Array<unknown> = [];
          let cursor = start;
          for (;;) {
            const page = yield* changes.read(cursor, limit);
            found.push(...page.changes.map(short));
            cursor = page.cursor;
            if (page.changes.length < limit) break;
          }
          assert.deepStrictEqual(found, all, `pages of ${limit}`);
          assert.deepStrictEqual(cursor, yield* changes.head);
        }
      })
    );

    it.effect("forgets old commits, and rejects cursors that it cannot continue at", () =>
      Effect.gen(function* () {
        const { changes, index, start } = yield* prepared;
        const reasonOf = (cursor: ChangeCursor) =>
          Effect.map(Effect.exit(changes.read(cursor, 10)), (exit) => {
            if (Exit.isSuccess(exit)) return "accepted";
            const failure = Cause.squash(exit.cause);
            return failure instanceof Error && "reason" in failure ? failure.reason : failure;
          });
        yield* index.put(record("a", "one"));
        yield* index.put(record("b", "two"));
        const head = yield* changes.head;
        assert.strictEqual(yield* changes.forget(0, 1_000), 0);
        const far = Date.parse("2100-01-01");
        while ((yield* changes.forget(far, 1)) > 0);
        assert.strictEqual(yield* reasonOf(start), "too-old");
        assert.strictEqual(yield* reasonOf({ ...head, n: 1 }), "too-old");
        assert.strictEqual(yield* reasonOf(head), "accepted");
        assert.strictEqual(yield* reasonOf({ ...head, commit: head.commit + 1 }), "ahead");
        assert.strictEqual(yield* reasonOf({ ...head, epoch: "00000000-0000-4000-8000-000000000000" }), "foreign");
        yield* index.put({ ...record("a", "three"), cid: otherCid });
        assert.deepStrictEqual(yield* readShort(head), [["updated", "a", "one", "three"]]);
      })
    );

    it.effect("holds nothing of an account that was erased, except that its records were removed", () =>
      Effect.gen(function* () {
        const { changes, index, start } = yield* prepared;
        yield* index.putAll([record("a", "secret"), record("b", "of bob", bob)]);
        yield* index.put({ ...record("a", "another secret"), cid: otherCid });
        yield* index.erase(alice);
        const found = yield* changes.read(start, 10);
        assert.notInclude(JSON.stringify(found), "secret");
        assert.deepStrictEqual(found.changes.map(short), [
          ["created", "a", null, null],
          ["created", "b", null, "of bob"],
          ["updated", "a", null, null],
          ["deleted", "a", null, null]
        ]);
      })
    );

    it.scoped("publishes the number of a commit after it", () =>
      Effect.gen(function* () {
        const { changes, index } = yield* prepared;
        const commits = yield* changes.commits;
        yield* index.put(record("published", "one"));
        const { commit } = yield* changes.head;
        let seen = yield* Queue.take(commits);
        while (seen < commit) seen = yield* Queue.take(commits);
        assert.isAtLeast(seen, commit);
      })
    );
  });
