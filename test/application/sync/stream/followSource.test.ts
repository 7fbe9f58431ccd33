import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { followSource } from "../../../../src/application/sync/stream/followSource.ts";
import { type AtUri, atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { KnownActors } from "../../../../src/domain/record/index/KnownActors.ts";
import { RecordIndex, RecordIndexUnavailable } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import { DueRepositories } from "../../../../src/domain/sync/backfill/DueRepositories.ts";
import { type DeadLetterFilter, DeadLetters } from "../../../../src/domain/sync/DeadLetters.ts";
import type { CommitEvent, RepoEvent } from "../../../../src/domain/sync/stream/RepoEvent.ts";
import { SourceDisconnected } from "../../../../src/domain/sync/stream/RepoEvents.ts";
import { SyncCursors } from "../../../../src/domain/sync/stream/SyncCursors.ts";
import { SyncReports } from "../../../../src/domain/sync/stream/SyncReports.ts";
import { alice, bob, memoryService } from "../../../support/memoryService.ts";
import { ScriptedSource, scriptedAddress, scriptedSource } from "../../../support/scriptedSource.ts";
import { textLexicon } from "../../../support/textLexicon.ts";

const notes = Nsid.make("dev.example.note");
const likes = Nsid.make("app.bsky.feed.like");
const carol = Did.make("did:plc:carol2carol2carol2carol2");
const lexicon = (id: string) => textLexicon(id, ["text"]);
const operator = { type: "operator", id: null } as const;

const uriOf = (did: Did, rkey: string, collection = notes): AtUri =>
  atUri({ did, collection, rkey: RecordKey.make(rkey) });

const rev = (at: number): string => `3k${String(at).padStart(11, "0")}`;

interface Written {
  readonly did?: Did;
  readonly collection?: Nsid;
  readonly rkey?: string;
  /** Null for a deletion. */
  readonly value?: JsonObject | null;
}

/** The commit at a revision that writes one record. */
const commit = (at: number, { collection = notes, did = alice.did, rkey = "1", value }: Written = {}): CommitEvent => {
  const written = value === undefined ? { $type: collection, text: `text ${at}` } : value;
  const cid = written === null ? null : Either.getOrThrow(recordCid(written));
  return {
    _tag: "Commit",
    did,
    rev: rev(at),
    operations: [{ action: written === null ? "delete" : "create", collection, rkey, cid }],
    content: { _tag: "Stated", values: [written] }
  };
};

const layer = scriptedSource().pipe(Layer.provideMerge(memoryService));

/** An index that fails when it stores the record at an address. */
const failingAt = (uri: AtUri, failure: Effect.Effect<never, RecordIndexUnavailable>) =>
  Layer.effect(
    RecordIndex,
    Effect.map(RecordIndex, (index) =>
      RecordIndex.of({
        ...index,
        changeAll: (records, removals) =>
          records.some((record) => record.uri === uri) ? failure : index.changeAll(records, removals)
      })
    )
  ).pipe(Layer.provideMerge(layer));

const rejecting = new RecordIndexUnavailable({ operation: "put", reason: "rejected", cause: "too long" });

const unreachable = new RecordIndexUnavailable({ operation: "put", reason: "unreachable", cause: "no privilege" });

const cursorNow = Effect.flatMap(SyncCursors, (cursors) => cursors.find(scriptedAddress.address));

/** Lets the service work until the cursor is there. */
const until = (cursor: number) =>
  Effect.repeat(Effect.zipRight(TestClock.adjust("100 millis"), Effect.zipLeft(cursorNow, Effect.yieldNow())), {
    while: (found) => found.cursor === null || found.cursor < cursor,
    times: 2_000
  });

/** Delivers events from a position on, and waits until they are stored. */
const deliver = (first: number, ...events: ReadonlyArray<RepoEvent>) =>
  Effect.gen(function* () {
    yield* (yield* ScriptedSource).send(first, ...events);
    yield* until(first + events.length - 1);
  });

const begin = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-28T00:00:00Z"));
  yield* importLexicons([lexicon(notes), lexicon(likes)], operator);
  return yield* Effect.fork(followSource);
});

const textOf = (uri: AtUri) =>
  Effect.flatMap(RecordIndex, (index) =>
    Effect.map(index.find(uri), (found) => Option.getOrNull(Option.map(found, ({ value }) => value.text)))
  );

const isKnown = (did: Did) =>
  Effect.flatMap(KnownActors, (actors) => Effect.map(actors.known([did]), (known) => known.has(did)));

const everyLetter: DeadLetterFilter = { ids: null, collection: null, did: null, reason: null };
const lettersNow = Effect.flatMap(DeadLetters, (letters) => letters.list(everyLetter, null, 100));

const eventsOf = (...types: ReadonlyArray<string>) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 10_000), (all) => all.filter(({ type }) => types.includes(type)).map(({ data }) => data))
  );

const signIn = (did: Did) => Effect.flatMap(RecordIndex, (index) => index.putActor({ did, handle: null, pds: null }));

const claimedDids = Effect.gen(function* () {
  const due = yield* DueRepositories;
  const dids: Array<Did> = [];
  for (;;) {
    const next = yield* due.claim(60_000);
    if (next === null) return dids.toSorted();
    dids.push(next.did);
  }
});

describe.concurrent("live sync", () => {
  it.scoped("indexes the records of an open collection, makes their author known, and the repository due", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* deliver(1, commit(1, { did: carol }));
      assert.strictEqual(yield* textOf(uriOf(carol, "1")), "text 1");
      assert.isTrue(yield* isKnown(carol));
      assert.include(yield* claimedDids, carol);
      const { acknowledged, tracked } = yield* ScriptedSource;
      assert.deepStrictEqual([acknowledged, tracked], [[1], [carol]]);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("indexes the records of a closed collection only if the author is known", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* signIn(bob.did);
      yield* deliver(1, commit(1, { did: carol, collection: likes }), commit(2, { did: bob.did, collection: likes }));
      assert.isNull(yield* textOf(uriOf(carol, "1", likes)));
      assert.isFalse(yield* isKnown(carol));
      assert.strictEqual(yield* textOf(uriOf(bob.did, "1", likes)), "text 2");
    }).pipe(Effect.provide(layer))
  );

  it.scoped("stores invalid records as dead letters, and removes what they replace", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* deliver(1, commit(1));
      yield* deliver(2, commit(2, { value: { $type: notes, text: 5 } }));
      assert.isNull(yield* textOf(uriOf(alice.did, "1")));
      const [letter, ...others] = yield* lettersNow;
      assert.deepStrictEqual(others, []);
      assert.deepInclude(letter, { uri: uriOf(alice.did, "1"), rev: rev(2), reason: "invalid" });
      assert.match(letter?.detail ?? "", /^text must be/);
      yield* deliver(3, commit(3));
      assert.deepStrictEqual(yield* lettersNow, []);
      assert.strictEqual(yield* textOf(uriOf(alice.did, "1")), "text 3");
    }).pipe(Effect.provide(layer))
  );

  it.scoped("does not make an author known by an invalid record", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* deliver(1, commit(1, { did: carol, value: { $type: notes } }));
      assert.isFalse(yield* isKnown(carol));
      assert.lengthOf(yield* lettersNow, 1);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("changes nothing when events are delivered again", () =>
    Effect.gen(function* () {
      yield* begin;
      const first = [commit(1), commit(2, { rkey: "2" }), commit(3, { value: null }), commit(4, { rkey: "2" })];
      yield* deliver(1, ...first);
      yield* deliver(5, ...first, ...first.toReversed());
      assert.isNull(yield* textOf(uriOf(alice.did, "1")));
      assert.strictEqual(yield* textOf(uriOf(alice.did, "2")), "text 4");
    }).pipe(Effect.provide(layer))
  );

  it.scoped("stores an event that cannot be read as one dead letter, and goes on", () =>
    Effect.gen(function* () {
      yield* begin;
      const bytes = new Uint8Array([1, 2, 3]);
      yield* deliver(1, { _tag: "Undecodable", did: null, reason: "The frame has no header.", bytes }, commit(1));
      const letters = yield* lettersNow;
      assert.deepInclude(letters[0], { reason: "undecodable", detail: "The frame has no header.", uri: null });
      assert.lengthOf(letters, 1);
      assert.strictEqual(yield* textOf(uriOf(alice.did, "1")), "text 1");
    }).pipe(Effect.provide(layer))
  );

  it.scoped.each([
    ["dies of", Effect.die(new Error("This record is poison"))],
    ["rejects", rejecting]
  ] as const)("stores everything except a record that the index %s, which becomes a dead letter", ([, failure]) =>
    Effect.gen(function* () {
      yield* begin;
      const rkeys = ["1", "2", "3", "4", "5", "6", "7"];
      yield* deliver(1, ...rkeys.map((rkey, at) => commit(at + 1, { rkey })));
      for (const rkey of rkeys)
        assert.strictEqual((yield* textOf(uriOf(alice.did, rkey))) !== null, rkey !== "4", `record ${rkey}`);
      const letters = yield* lettersNow;
      assert.deepInclude(letters[0], { uri: uriOf(alice.did, "4"), rev: rev(4), reason: "refused-by-index" });
      assert.lengthOf(letters, 1);
    }).pipe(Effect.provide(failingAt(uriOf(alice.did, "4"), failure)))
  );

  it.scoped("keeps an event for later while the index is unreachable, although the rest of the storage works", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* (yield* ScriptedSource).send(1, commit(1, { rkey: "4" }));
      yield* TestClock.adjust("5 seconds");
      assert.deepStrictEqual(yield* lettersNow, []);
      assert.isNull((yield* cursorNow).cursor);
    }).pipe(Effect.provide(failingAt(uriOf(alice.did, "4"), unreachable)))
  );

  it.scoped("hides an inactive account and shows it again, and ignores account events that are delivered again", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* deliver(1, commit(1));
      yield* deliver(2, { _tag: "Account", did: alice.did, status: "deactivated" });
      assert.isTrue((yield* (yield* KnownActors).hidden([alice.did])).has(alice.did));
      yield* deliver(3, { _tag: "Account", did: alice.did, status: null });
      yield* (yield* ScriptedSource).deliver(new SourceDisconnected({ reason: "closed", detail: null }));
      yield* (yield* ScriptedSource).send(2, { _tag: "Account", did: alice.did, status: "deactivated" });
      yield* deliver(3, { _tag: "Account", did: alice.did, status: null }, commit(2));
      assert.isFalse((yield* (yield* KnownActors).hidden([alice.did])).has(alice.did));
      assert.lengthOf(yield* eventsOf("AccountHidden.v1", "AccountShown.v1"), 2);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("reports when each collection in use last changed, whoever the author is", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* deliver(1, commit(1, { did: carol, collection: likes }));
      yield* TestClock.adjust("2 seconds");
      const report = Option.getOrThrow(yield* (yield* SyncReports).find(scriptedAddress.address));
      assert.sameMembers(Object.keys(report.collections), [notes, likes]);
      assert.isNull(report.collections[notes]);
      assert.isNumber(report.collections[likes]);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("continues from the cursor after the connection is lost", () =>
    Effect.gen(function* () {
      yield* begin;
      const { deliver: script, subscriptions } = yield* ScriptedSource;
      yield* deliver(7, commit(1));
      yield* script(new SourceDisconnected({ reason: "closed", detail: "bye" }));
      yield* deliver(8, commit(2));
      assert.deepStrictEqual(
        subscriptions.map(({ cursor }) => cursor),
        [null, 7]
      );
      assert.strictEqual(yield* textOf(uriOf(alice.did, "1")), "text 2");
    }).pipe(Effect.provide(layer))
  );

  it.scoped("starts over, and reads every known repository, when the source says that the cursor is ahead", () =>
    Effect.gen(function* () {
      yield* begin;
      const { deliver: script, subscriptions } = yield* ScriptedSource;
      yield* deliver(700, commit(1));
      yield* claimedDids;
      yield* script(new SourceDisconnected({ reason: "future-cursor", detail: null }));
      yield* Effect.repeat(TestClock.adjust("1 second"), { until: () => subscriptions.length === 2, times: 100 });
      yield* (yield* ScriptedSource).send(3, commit(2));
      yield* Effect.repeat(Effect.zipRight(TestClock.adjust("100 millis"), textOf(uriOf(alice.did, "1"))), {
        until: (text) => text === "text 2",
        times: 100
      });
      assert.deepStrictEqual(
        subscriptions.map(({ cursor }) => cursor),
        [null, null]
      );
      assert.deepInclude(yield* cursorNow, { cursor: 3, generation: 1 });
      assert.deepInclude((yield* eventsOf("SyncGapFound.v1"))[0], { did: null, reason: "future-cursor" });
    }).pipe(Effect.provide(layer))
  );

  it.scoped("is taken over by another process within 10 seconds after the first one is gone", () =>
    Effect.gen(function* () {
      const first = yield* begin;
      yield* deliver(1, commit(1));
      yield* Effect.fork(followSource);
      yield* TestClock.adjust("30 seconds");
      const { subscriptions } = yield* ScriptedSource;
      assert.lengthOf(subscriptions, 1);
      yield* Fiber.interrupt(first);
      yield* TestClock.adjust("10 seconds");
      assert.lengthOf(subscriptions, 2);
      yield* deliver(2, commit(2));
      assert.strictEqual(yield* textOf(uriOf(alice.did, "1")), "text 2");
    }).pipe(Effect.provide(layer))
  );

  it.scoped("records which source it follows once, which makes every known repository due", () =>
    Effect.gen(function* () {
      yield* signIn(bob.did);
      yield* begin;
      yield* deliver(1, commit(1));
      assert.deepStrictEqual(yield* eventsOf("SyncSourceChanged.v1"), [
        { kind: "jetstream", address: scriptedAddress.address }
      ]);
      assert.includeMembers(yield* claimedDids, [alice.did, bob.did]);
    }).pipe(Effect.provide(layer))
  );
});
