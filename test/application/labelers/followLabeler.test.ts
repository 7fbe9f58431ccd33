import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import { followLabeler } from "../../../src/application/labelers/followLabeler.ts";
import { readLabelers } from "../../../src/application/labelers/readLabelers.ts";
import { removeFormerLabels } from "../../../src/application/labelers/removeFormerLabels.ts";
import { settleLabelers } from "../../../src/application/labelers/settleLabelers.ts";
import { storeLabels } from "../../../src/application/labels/storeLabels.ts";
import { importLexicons } from "../../../src/application/lexicons/importLexicons.ts";
import { atUri } from "../../../src/domain/atproto/AtUri.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../src/domain/atproto/RecordKey.ts";
import { Atomically } from "../../../src/domain/event/Atomically.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { LabelStore } from "../../../src/domain/label/LabelStore.ts";
import { LabelValue } from "../../../src/domain/label/LabelValue.ts";
import { Labelers } from "../../../src/domain/labeler/Labelers.ts";
import { KnownActors } from "../../../src/domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../src/domain/record/value/recordCid.ts";
import { SourceDisconnected } from "../../../src/domain/sync/stream/RepoEvents.ts";
import { SyncCursors } from "../../../src/domain/sync/stream/SyncCursors.ts";
import { SyncReports } from "../../../src/domain/sync/stream/SyncReports.ts";
import type { LabelFields } from "../../support/labelMaker.ts";
import { alice, memoryService } from "../../support/memoryService.ts";
import { scriptedLabeler, TheLabeler } from "../../support/scriptedLabeler.ts";
import { textLexicon } from "../../support/textLexicon.ts";

const layer = scriptedLabeler.pipe(Layer.provideMerge(memoryService));

const notes = Nsid.make("dev.example.note");
const uri = atUri({ did: alice.did, collection: notes, rkey: RecordKey.make("1") });
const other = Did.make("did:plc:other2other2other2other2");
const closed = new SourceDisconnected({ reason: "closed", detail: null });

const putNote = Effect.gen(function* () {
  yield* importLexicons([textLexicon(notes, ["text"])], { type: "operator", id: null });
  const index = yield* RecordIndex;
  yield* index.putActor({ did: alice.did, handle: null, pds: null });
  const value = { $type: notes, text: "a note" };
  const cid = Either.getOrThrow(recordCid(value));
  const indexedAt = "2026-11-28T00:00:00.000Z";
  yield* index.put({
    uri,
    did: alice.did,
    collection: notes,
    rkey: RecordKey.make("1"),
    cid,
    rev: null,
    indexedAt,
    value
  });
});

const isShown = Effect.flatMap(KnownActors, (actors) => Effect.map(actors.records(notes), (count) => count > 0));

const begin = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-28T12:00:00Z"));
  const { maker } = yield* TheLabeler;
  yield* settleLabelers([maker.did]);
  return yield* Effect.fork(followLabeler(maker.did));
});

const cursorNow = Effect.flatMap(TheLabeler, ({ maker }) =>
  Effect.flatMap(SyncCursors, (cursors) => cursors.find(maker.did))
);

/** Lets time pass until a condition holds. */
const until = <E, R>(condition: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(Effect.zipRight(TestClock.adjust("100 millis"), Effect.zipLeft(condition, Effect.yieldNow())), {
    until: (holds) => holds,
    times: 2_000
  });

const stored = (seq: number) => until(Effect.map(cursorNow, ({ cursor }) => cursor !== null && cursor >= seq));

/** Signs labels, sends them together, and waits until they are stored. */
const label = Effect.fnUntraced(function* (...all: ReadonlyArray<LabelFields>) {
  const labeler = yield* TheLabeler;
  const signed = yield* Effect.promise(() => Promise.all(all.map((fields) => labeler.maker.sign(fields))));
  yield* stored(yield* labeler.send(...signed));
});

const valuesNow = Effect.flatMap(LabelStore, (store) =>
  Effect.map(store.list({ uri: null, val: null, src: null }, null, 100), (all) =>
    all.map(({ neg, val }) => `${neg ? "not " : ""}${val}`).toSorted()
  )
);

const rejectionsNow = Effect.map(
  Effect.flatMap(Labelers, ({ list }) => list),
  (all) => all.flatMap(({ rejections }) => rejections.map(({ count, reason }) => [reason, count] as const))
);

const reportNow = Effect.flatMap(TheLabeler, ({ maker }) =>
  Effect.map(
    Effect.flatMap(SyncReports, ({ find }) => find(maker.did)),
    Option.getOrNull
  )
);

describe("the labels of a labeler", () => {
  it.scoped("are read from the first one, stored, and counted", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* label({ uri, val: "spam" }, { uri: alice.did, val: "rude" });
      assert.deepStrictEqual(yield* valuesNow, ["rude", "spam"]);
      const { subscriptions } = yield* TheLabeler;
      assert.deepInclude(subscriptions[0], { endpoint: "https://labeler.example.com", cursor: 0 });
      assert.deepInclude(yield* cursorNow, { cursor: 1, time: Date.parse("2026-11-28T12:00:00Z") });
      yield* until(Effect.map(reportNow, (report) => (report?.minutes[0]?.records ?? 0) > 0));
      assert.deepInclude(yield* reportNow, { connected: true, lastError: null });
      assert.deepInclude((yield* reportNow)?.minutes[0], { events: 2, records: 2 });
      const [status, ...others] = yield* readLabelers;
      assert.isEmpty(others);
      assert.deepInclude(status, { labels: 2, cursor: 1, missedAt: null, endpoint: "https://labeler.example.com" });
      assert.deepInclude(status?.state, { _tag: "Connected" });
      assert.strictEqual(status?.lastLabelAt, Date.parse("2026-11-28T12:00:00Z"));
    }).pipe(Effect.provide(layer))
  );

  it.scoped("hide and show what they are about; only the same source can negate", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* putNote;
      yield* label({ uri, val: "!takedown" });
      assert.isFalse(yield* isShown);
      const negation = { src: other, val: LabelValue.make("!takedown"), cid: null, neg: true, exp: null } as const;
      const subject = { _tag: "RecordSubject", did: alice.did, uri } as const;
      const cts = Date.parse("2027-01-01T00:00:00Z");
      yield* (yield* Atomically).run(storeLabels([{ ...negation, subject, cts }]));
      assert.isFalse(yield* isShown);
      yield* label({ uri, val: "!takedown", neg: true, cts: "2026-11-28T12:00:01Z" });
      assert.isTrue(yield* isShown);
      yield* label({ uri: alice.did, val: "!suspend" });
      assert.isFalse(yield* isShown);
      yield* label({ uri: alice.did, val: "!suspend", neg: true, cts: "2026-11-28T11:00:00Z" });
      assert.isFalse(yield* isShown);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("have no effect unless the labeler signed them, and are counted", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* putNote;
      const labeler = yield* TheLabeler;
      const valid = yield* Effect.promise(() => labeler.maker.sign({ uri, val: "spam" }));
      const foreign = yield* Effect.promise(() => labeler.maker.sign({ uri, val: "!takedown", src: other }));
      const seq = yield* labeler.send(
        { ...valid, val: "!takedown" },
        valid,
        foreign,
        { ...valid, sig: null, val: "!takedown" },
        { ...valid, ver: 2, val: "!takedown" },
        { ...valid, uri: "https://example.com" }
      );
      yield* stored(seq);
      assert.isTrue(yield* isShown);
      assert.deepStrictEqual(yield* valuesNow, ["spam"]);
      assert.deepStrictEqual(yield* rejectionsNow, [
        ["foreign-source", 1],
        ["malformed", 1],
        ["signature-invalid", 1],
        ["unsigned", 1],
        ["unsupported-version", 1]
      ]);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("are verified with the key that the labeler changed to, and the document is fetched once for it", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* label({ uri, val: "a" });
      const labeler = yield* TheLabeler;
      yield* Effect.promise(() => labeler.maker.rotate("p256"));
      yield* label({ uri, val: "b" }, { uri, val: "c" });
      yield* label({ uri, val: "d" });
      assert.deepStrictEqual(yield* valuesNow, ["a", "b", "c", "d"]);
      assert.strictEqual(labeler.fetched, 2);
      assert.deepStrictEqual(yield* rejectionsNow, []);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("that nobody signed make the document be fetched every 10 seconds at most", () =>
    Effect.gen(function* () {
      yield* begin;
      const labeler = yield* TheLabeler;
      const valid = yield* Effect.promise(() => labeler.maker.sign({ uri, val: "spam" }));
      let seq = 0;
      for (let at = 0; at < 6; at += 1) seq = yield* labeler.send({ ...valid, val: `wrong-${at}` });
      yield* stored(seq);
      assert.isAtMost(labeler.fetched, 7);
      const passed = (yield* TestClock.currentTimeMillis) - Date.parse("2026-11-28T12:00:00Z");
      assert.isAtLeast(passed, (labeler.fetched - 1) * 10_000);
      assert.deepStrictEqual(yield* rejectionsNow, [["signature-invalid", 6]]);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("are not lost while the directory is unreachable and the key may have changed", () =>
    Effect.gen(function* () {
      yield* begin;
      const labeler = yield* TheLabeler;
      yield* label({ uri, val: "a" });
      yield* Effect.promise(() => labeler.maker.rotate());
      labeler.unresolvable = "unreachable";
      const signed = yield* Effect.promise(() => labeler.maker.sign({ uri, val: "b" }));
      yield* labeler.send(signed);
      yield* until(Effect.map(reportNow, (report) => report?.lastError?.reason === "unresolvable"));
      assert.deepStrictEqual(yield* rejectionsNow, []);
      labeler.unresolvable = null;
      yield* until(Effect.sync(() => labeler.subscriptions.length === 2));
      assert.deepInclude(labeler.subscriptions[1], { cursor: 1 });
      yield* labeler.say({ _tag: "Labels", events: [{ seq: 2, labels: [] }] });
      yield* stored(2);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("end when the document no longer names a service", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* label({ uri, val: "a" });
      const labeler = yield* TheLabeler;
      labeler.unresolvable = "no-labeler-service";
      yield* TestClock.adjust("11 minutes");
      yield* labeler.send(yield* Effect.promise(() => labeler.maker.sign({ uri, val: "b" })));
      yield* until(Effect.map(reportNow, (report) => report?.lastError?.detail === "no-labeler-service"));
      assert.deepInclude(yield* reportNow, { connected: false });
      assert.deepStrictEqual(yield* valuesNow, ["a"]);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("continue at the cursor after the connection ended, with growing delays", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* label({ uri, val: "a" });
      const labeler = yield* TheLabeler;
      labeler.refusal = closed;
      yield* labeler.end(closed);
      yield* TestClock.adjust("5 minutes");
      assert.isAtLeast(labeler.subscriptions.length, 7);
      assert.isAtMost(labeler.subscriptions.length, 13);
      labeler.refusal = null;
      yield* TestClock.adjust("2 minutes");
      yield* label({ uri, val: "b" });
      assert.isTrue(labeler.subscriptions.slice(1).every(({ cursor }) => cursor === 1));
      assert.deepStrictEqual(yield* valuesNow, ["a", "b"]);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("are read again from the first one when the sequence started over, and from another address", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* label({ uri, val: "a" });
      const labeler = yield* TheLabeler;
      labeler.startOver();
      yield* labeler.end(new SourceDisconnected({ reason: "future-cursor", detail: null }));
      yield* until(Effect.sync(() => labeler.subscriptions.length === 2));
      assert.deepInclude(labeler.subscriptions[1], { cursor: 0 });
      yield* label({ uri, val: "b" });
      assert.deepStrictEqual(yield* valuesNow, ["a", "b"]);
      labeler.endpoint = "https://moved.example.com";
      yield* labeler.end(closed);
      yield* until(Effect.sync(() => labeler.subscriptions.length === 3));
      assert.deepInclude(labeler.subscriptions[2], { cursor: 0, endpoint: "https://moved.example.com" });
    }).pipe(Effect.provide(layer))
  );

  it.scoped("that are gone are recorded", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* label({ uri, val: "a" });
      const labeler = yield* TheLabeler;
      yield* labeler.say({ _tag: "OutdatedCursor" });
      yield* label({ uri, val: "b" });
      const [found] = yield* (yield* Labelers).list;
      assert.isNotNull(found?.missedAt);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("change nothing when they are delivered again in any order", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* putNote;
      const first = { uri, val: "!takedown", cts: "2026-11-28T12:00:00Z" };
      const negated = { ...first, neg: true, cts: "2026-11-28T12:00:01Z" };
      yield* label(first);
      yield* label(negated);
      yield* label(first, negated, first);
      assert.isTrue(yield* isShown);
    }).pipe(Effect.provide(layer))
  );

  it.scoped("no longer have an effect when it is removed, and are read again when it returns", () =>
    Effect.gen(function* () {
      const follower = yield* begin;
      yield* putNote;
      yield* label({ uri, val: "!takedown" }, { uri, val: "spam" });
      const { maker, ...labeler } = yield* TheLabeler;
      assert.isFalse(yield* isShown);
      yield* settleLabelers([]);
      yield* removeFormerLabels;
      assert.isTrue(yield* isShown);
      assert.deepStrictEqual(yield* valuesNow, []);
      assert.deepStrictEqual(yield* (yield* Labelers).former, []);
      const seq = yield* (yield* TheLabeler).send(yield* Effect.promise(() => maker.sign({ uri, val: "late" })));
      yield* TestClock.adjust("5 seconds");
      assert.deepStrictEqual(yield* valuesNow, []);
      yield* Fiber.interrupt(follower);
      yield* settleLabelers([maker.did]);
      yield* Effect.fork(followLabeler(maker.did));
      yield* until(Effect.sync(() => labeler.subscriptions.length === 2));
      assert.strictEqual(labeler.subscriptions[1]?.cursor, 0);
      assert.strictEqual(seq, 2);
      const log = yield* EventLog;
      const changed = (yield* log.read(0, 1_000)).filter(({ type }) => type === "LabelersChanged.v1");
      assert.deepStrictEqual(
        changed.map(({ data }) => data),
        [{ dids: [maker.did] }, { dids: [] }, { dids: [maker.did] }]
      );
    }).pipe(Effect.provide(layer))
  );
});
