import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import { PdsMemory, type PdsState } from "../../../src/adapters/memory/pds/PdsMemory.ts";
import { importLexicons } from "../../../src/application/lexicons/importLexicons.ts";
import { reconcileOpenWrites, reconcileWrite } from "../../../src/application/records/reconcile/reconcileOpenWrites.ts";
import { freshTids } from "../../../src/application/records/write/freshTid.ts";
import { applyWrites, deleteRecord, writeRecord } from "../../../src/application/records/write/writeRecords.ts";
import type { Viewer } from "../../../src/application/token/Viewer.ts";
import { type AtUri, atUri } from "../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../src/domain/atproto/Cid.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../src/domain/atproto/RecordKey.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { RepositoryFailure } from "../../../src/domain/record/RepositoryFailure.ts";
import { OpenWrites } from "../../../src/domain/record/write/OpenWrites.ts";
import { Repository } from "../../../src/domain/record/write/Repository.ts";
import { ArchivedEvents } from "../../../src/domain/retention/ArchivedEvents.ts";
import { parseScope } from "../../../src/domain/scope/Scope.ts";
import { loggedIn } from "../../support/loginThrough.ts";
import { alice, memoryService } from "../../support/memoryService.ts";

const collection = Nsid.make("dev.example.note");
const lexicon = {
  lexicon: 1,
  id: collection,
  defs: {
    main: {
      type: "record",
      key: "tid",
      record: { type: "object", required: ["text"], properties: { text: { type: "string", maxLength: 10 } } }
    }
  }
};

const keyOf = (last: string) => RecordKey.make(`3jzfcijpj2z2${last}`);
const target = (last: string) => ({ collection, rkey: keyOf(last) });
const value = (text: string) => ({ $type: collection, text });
const note = (text: string, last = "a", swapCid = null) => ({ ...target(last), value: value(text), swapCid });
const uriOf = (last: string): AtUri => atUri({ did: alice.did, ...target(last) });
const key = (text: string, requestHash = "hash", position = 0) => ({ key: text, position, requestHash });

const viewer = Effect.gen(function* () {
  yield* importLexicons([{ file: "note.json", document: lexicon }], { type: "operator", id: null });
  const { client, tokens } = yield* loggedIn(alice);
  const log = yield* EventLog;
  const exchanged = (yield* log.read(0, 1000)).findLast((event) => event.type === "CodeExchanged.v1");
  return {
    did: tokens.sub,
    clientId: client.clientId,
    authorizationId: exchanged?.authorizationId ?? "",
    scope: yield* parseScope("atproto transition:generic")
  } satisfies Viewer;
});

const withFaults = (...faults: PdsState["faults"]) =>
  Effect.flatMap(PdsMemory, ({ state }) => Ref.update(state, (now) => ({ ...now, faults })));

const pdsState = Effect.flatMap(PdsMemory, ({ state }) => Ref.get(state));

/** Lets the test clock go on while something waits for it. */
const withPassingTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(effect, Effect.forever(Effect.zipRight(Effect.yieldNow(), TestClock.adjust("50 millis"))));

const later = (minutes: number) => Effect.zipRight(TestClock.adjust(`${minutes} minutes`), reconcileOpenWrites);

/** What the log tells of writes: types without their version. */
const story = Effect.gen(function* () {
  const log = yield* EventLog;
  const events = yield* log.read(0, 10_000);
  return events
    .filter(({ stream }) => stream.startsWith("write-"))
    .map(({ data, type }) => `${type.slice(0, -3)}${typeof data.reason === "string" ? `(${data.reason})` : ""}`);
});

const isOpen = Effect.gen(function* () {
  const open = yield* OpenWrites;
  yield* open.makeAllDue;
  return (yield* open.claim(100, 0)).length > 0;
});

/** The first request of the log reaches the PDS after all. */
const arriveLate = Effect.gen(function* () {
  const { state } = yield* PdsMemory;
  const log = yield* EventLog;
  const requested = (yield* log.read(0, 1000)).find(({ type }) => type === "WriteRequested.v1");
  const cid = Cid.make(String(requested?.data.cid));
  yield* Ref.update(state, (now) => ({
    ...now,
    writes: now.writes + 1,
    records: new Map(now.records).set(uriOf("a"), { uri: uriOf("a"), cid, value: value("hello") })
  }));
});

describe("a write whose response was lost", () => {
  it.effect("A write whose response was lost is found at once by querying the PDS, and does not fail", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* withFaults("reply-lost");
      const uri = yield* writeRecord(who, "create", note("hello"));
      assert.deepStrictEqual(yield* story, ["WriteRequested", "RecordWritten"]);
      const log = yield* EventLog;
      assert.isTrue((yield* log.read(0, 1000)).at(-1)?.data.found);
      const index = yield* RecordIndex;
      const found = Option.getOrThrow(yield* index.find(uri));
      assert.deepStrictEqual(found.value, value("hello"));
      assert.isNotNull(found.rev);
      assert.isFalse(yield* isOpen);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("A delete whose response was lost is confirmed by the absence of the record", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* writeRecord(who, "create", note("hello"));
      yield* withFaults("reply-lost");
      yield* deleteRecord(who, target("a"), null);
      const index = yield* RecordIndex;
      assert.isTrue(Option.isNone(yield* index.find(uriOf("a"))));
      assert.deepStrictEqual((yield* story).slice(2), ["WriteRequested", "RecordWritten"]);
    }).pipe(Effect.provide(memoryService))
  );
});

describe("a write that never arrived", () => {
  it.effect(
    "A write that never arrived is unknown, then absent, and closed when no server accepts its proof any longer",
    () =>
      Effect.gen(function* () {
        const who = yield* viewer;
        yield* withFaults("request-lost");
        const failure = yield* Effect.flip(writeRecord(who, "create", note("hello")));
        assert.propertyVal(failure, "reason", "timeout");
        assert.deepStrictEqual(yield* story, ["WriteRequested", "WriteOutcomeUnknown(timeout)"]);
        yield* later(0.1);
        assert.isTrue(yield* isOpen);
        yield* later(1);
        const told = ["WriteRequested", "WriteOutcomeUnknown(timeout)", "WriteRejected(not-there)"];
        assert.deepStrictEqual(yield* story, told);
        assert.isTrue(yield* isOpen);
        yield* later(10);
        assert.isFalse(yield* isOpen);
        assert.deepStrictEqual(yield* story, told);
      }).pipe(Effect.provide(memoryService))
  );

  it.effect("A write that arrives late is recorded in the log and in the index", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* withFaults("request-lost");
      yield* Effect.flip(writeRecord(who, "create", note("hello")));
      yield* later(1);
      assert.strictEqual((yield* story).at(-1), "WriteRejected(not-there)");
      yield* arriveLate;
      yield* later(2);
      assert.strictEqual((yield* story).at(-1), "RecordWritten");
      const index = yield* RecordIndex;
      assert.isTrue(Option.isSome(yield* index.find(uriOf("a"))));
      assert.isFalse(yield* isOpen);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("A write in doubt is reconciled once, however many processes attempt it", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* withFaults("request-lost");
      yield* Effect.flip(writeRecord(who, "create", note("hello")));
      yield* arriveLate;
      yield* TestClock.adjust("1 minute");
      yield* Effect.all(
        Array.from({ length: 5 }, () => reconcileOpenWrites),
        { concurrency: "unbounded" }
      );
      const log = yield* EventLog;
      const stream = (yield* log.read(0, 1000)).find(({ type }) => type === "WriteRequested.v1")?.stream;
      assert.isDefined(stream);
      if (stream !== undefined) yield* Effect.all([reconcileWrite(stream), reconcileWrite(stream)], { concurrency: 2 });
      assert.strictEqual((yield* story).filter((type) => type === "RecordWritten").length, 1);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("A write that never arrived is written by a retry with its key, at the address of the first request", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* withFaults("request-lost");
      yield* Effect.flip(writeRecord(who, "create", note("hello", "a"), key("k")));
      const uri = yield* writeRecord(who, "create", note("hello", "b"), key("k"));
      assert.strictEqual(uri, uriOf("a"));
      assert.deepStrictEqual([...(yield* pdsState).records.keys()], [uriOf("a")]);
      assert.deepStrictEqual(yield* story, [
        "WriteRequested",
        "WriteOutcomeUnknown(timeout)",
        "WriteRequested",
        "RecordWritten"
      ]);
      assert.strictEqual(yield* writeRecord(who, "create", note("hello", "c"), key("k")), uriOf("a"));
      assert.strictEqual((yield* pdsState).writes, 1);
    }).pipe(Effect.provide(memoryService))
  );
});

describe("an idempotency key", () => {
  it.effect("Requests with one idempotency key write once, however many race", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      const tids = yield* freshTids(12);
      const racing = tids.map((rkey) =>
        writeRecord(who, "create", { ...note("hello"), rkey: RecordKey.make(rkey) }, key("race"))
      );
      const uris = yield* withPassingTime(Effect.all(racing, { concurrency: "unbounded" }));
      assert.strictEqual(new Set(uris).size, 1);
      assert.strictEqual((yield* pdsState).writes, 1);
      assert.deepStrictEqual(yield* story, ["WriteRequested", "RecordWritten"]);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("An idempotency key is a new one once its first write was archived", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* writeRecord(who, "create", note("hello", "a"), key("k"));
      const archived = yield* ArchivedEvents;
      const streams = yield* archived.candidates({ class: "writes", before: "9999", upTo: 10_000 }, 0, 10);
      const events = yield* archived.ofStreams(streams.slice(0, 1).map(({ stream }) => stream));
      yield* archived.archive({ class: "writes", archive: 1, events });
      assert.strictEqual(yield* writeRecord(who, "create", note("again", "b"), key("k")), uriOf("b"));
      assert.deepStrictEqual(yield* story, ["WriteRequested", "RecordWritten"]);
      assert.strictEqual(yield* writeRecord(who, "create", note("again", "c"), key("k")), uriOf("b"));
    }).pipe(Effect.provide(memoryService))
  );

  it.effect(
    "An idempotency key is refused with another request, and is a new one for another index or after a day",
    () =>
      Effect.gen(function* () {
        const who = yield* viewer;
        yield* writeRecord(who, "create", note("hello", "a"), key("k", "one"));
        const reused = yield* Effect.flip(writeRecord(who, "create", note("other", "b"), key("k", "two")));
        assert.strictEqual(reused._tag, "KeyReused");
        yield* writeRecord(who, "create", note("other", "b"), key("k", "two", 1));
        yield* TestClock.adjust("25 hours");
        assert.strictEqual(yield* writeRecord(who, "create", note("other", "c"), key("k", "two")), uriOf("c"));
        assert.strictEqual(yield* writeRecord(who, "create", note("other", "d"), key("k", "two")), uriOf("c"));
      }).pipe(Effect.provide(memoryService))
  );

  it.effect("A delayed attempt is never sent after the retry that took it over", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      const repository = yield* Repository;
      const expired = new RepositoryFailure({ reason: "token-expired", status: 401, detail: null, retryAfter: null });
      const heldUp = yield* Ref.make(true);
      const slow = Repository.of({
        ...repository,
        put: (...given) =>
          Effect.flatMap(Ref.getAndSet(heldUp, false), (isFirst) =>
            isFirst ? Effect.zipRight(Effect.sleep("7 seconds"), expired) : repository.put(...given)
          )
      });
      const put = (text: string) => writeRecord(who, "update", note(text), key(text));
      const first = yield* Effect.fork(Effect.provideService(put("one"), Repository, slow));
      yield* TestClock.adjust("6500 millis");
      yield* put("one");
      yield* put("two");
      yield* TestClock.adjust("1 second");
      assert.propertyVal(yield* Effect.flip(Fiber.join(first)), "reason", "timeout");
      assert.deepStrictEqual((yield* pdsState).records.get(uriOf("a"))?.value, value("two"));
      assert.strictEqual((yield* pdsState).writes, 2);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("A retry of a rejected write repeats the rejection, without a request to the PDS", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* writeRecord(who, "create", note("there"));
      const first = yield* Effect.flip(writeRecord(who, "create", note("hello"), key("k")));
      assert.strictEqual(first._tag, "WriteImpossible");
      const second = yield* Effect.flip(writeRecord(who, "create", note("hello"), key("k")));
      assert.propertyVal(second, "reason", "record-exists");
      assert.strictEqual((yield* story).filter((type) => type === "WriteRequested").length, 2);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect.each(["rate-limited", "proof-refused"] as const)(
    "An idempotency key does not block a write that was %s",
    (reason) =>
      Effect.gen(function* () {
        const who = yield* viewer;
        yield* withFaults(reason);
        const refused = yield* Effect.flip(writeRecord(who, "create", note("hello"), key("k")));
        assert.propertyVal(refused, "reason", reason);
        assert.strictEqual(yield* writeRecord(who, "create", note("hello"), key("k")), uriOf("a"));
      }).pipe(Effect.provide(memoryService))
  );
});

describe("a record that the PDS stores differently", () => {
  it.effect("A record that the PDS stores differently is indexed as the PDS has it, and the log records it", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      const altering = Effect.map(Repository, (own) => ({
        ...own,
        create: (...[credentials, at, record]: Parameters<typeof own.create>) =>
          own.create(credentials, at, { ...record, text: "altered" })
      }));
      const uri = yield* writeRecord(who, "create", note("hello")).pipe(
        Effect.provideServiceEffect(Repository, altering)
      );
      assert.deepStrictEqual(yield* story, ["WriteRequested", "WrittenCidDiffered", "RecordWritten"]);
      const index = yield* RecordIndex;
      const found = Option.getOrThrow(yield* index.find(uri));
      assert.deepStrictEqual(found.value, value("altered"));
      assert.strictEqual(found.cid, (yield* pdsState).records.get(uri)?.cid);
    }).pipe(Effect.provide(memoryService))
  );
});

describe("a record that exists already", () => {
  it.effect("A record that exists already is reported as such, with the same content or another", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* writeRecord(who, "create", note("hello"));
      for (const text of ["hello", "other"]) {
        const failure = yield* Effect.flip(writeRecord(who, "create", note(text)));
        assert.propertyVal(failure, "reason", "record-exists");
      }
      assert.deepStrictEqual((yield* story).slice(2), [
        "WriteRequested",
        "WriteRejected(record-exists)",
        "WriteRequested",
        "WriteRejected(record-exists)"
      ]);
      assert.isFalse(yield* isOpen);
    }).pipe(Effect.provide(memoryService))
  );
});

const create = (text: string, last: string) => ({
  action: "create" as const,
  target: target(last),
  value: value(text)
});

describe("a batch", () => {
  it.effect("A batch is one commit and one event for each write", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* writeRecord(who, "create", note("old", "a"));
      const uris = yield* applyWrites(who, [
        create("one", "b"),
        { action: "update", target: target("a"), value: value("new") },
        create("two", "c")
      ]);
      assert.deepStrictEqual(uris, ["b", "a", "c"].map(uriOf));
      assert.strictEqual((yield* pdsState).writes, 2);
      const three = (type: string) => [type, type, type];
      assert.deepStrictEqual((yield* story).slice(2), [...three("WriteRequested"), ...three("RecordWritten")]);
      const index = yield* RecordIndex;
      const revs = yield* Effect.forEach(uris, (uri) =>
        Effect.map(index.find(uri), (found) => Option.getOrThrow(found).rev)
      );
      assert.strictEqual(new Set(revs).size, 1);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("A batch with an invalid write writes nothing, and every problem is reported with its path", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      const failure = yield* Effect.flip(
        applyWrites(who, [create("far too long a text", "a"), create("fine", "b"), create("again", "b")])
      );
      assert.strictEqual(failure._tag, "InvalidRecord");
      assert.include(failure.message, "writes[0].text");
      assert.include(failure.message, "writes[2] has the same address as writes[1]");
      const tooMany = yield* Effect.flip(
        applyWrites(
          who,
          Array.from({ length: 201 }, () => create("x", "a"))
        )
      );
      assert.include(tooMany.message, "200");
      assert.strictEqual((yield* pdsState).writes, 0);
      assert.deepStrictEqual(yield* story, []);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("A batch that the PDS cannot carry out names the write, and leaves all of it undone", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* writeRecord(who, "create", note("there", "c"));
      const exists = yield* Effect.flip(applyWrites(who, [create("one", "a"), create("two", "c")]));
      assert.deepInclude({ ...exists }, { reason: "record-exists", uri: uriOf("c"), place: 1 });
      const missing = yield* Effect.flip(
        applyWrites(who, [create("one", "a"), { action: "delete", target: target("b") }])
      );
      assert.deepInclude({ ...missing }, { reason: "record-not-found", uri: uriOf("b"), place: 1 });
      assert.strictEqual((yield* pdsState).records.size, 1);
      assert.isFalse(yield* isOpen);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("A batch whose effect existed before is rejected with the reason, whatever its size", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* applyWrites(who, [create("one", "a"), create("two", "b")]);
      const gone = (last: string) => ({ action: "delete" as const, target: target(last) });
      const absent = { action: "update" as const, target: target("z"), value: value("x") };
      const reasons = yield* Effect.forEach(
        [[create("one", "a")], [create("one", "a"), create("two", "b")], [gone("y")], [gone("y"), gone("z")], [absent]],
        (batch) => Effect.map(Effect.flip(applyWrites(who, batch)), (failure) => String(Object(failure).reason))
      );
      const [exists, missing] = ["record-exists", "record-not-found"];
      assert.deepStrictEqual(reasons, [exists, exists, missing, missing, missing]);
      assert.strictEqual((yield* pdsState).writes, 1);
      assert.isFalse(yield* isOpen);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("A batch in doubt is reconciled as a whole", () =>
    Effect.gen(function* () {
      const who = yield* viewer;
      yield* withFaults("request-lost");
      const batch = [create("one", "a"), create("two", "b")];
      yield* Effect.flip(applyWrites(who, batch, key("k")));
      yield* withFaults("reply-lost");
      assert.deepStrictEqual(yield* applyWrites(who, batch, key("k")), ["a", "b"].map(uriOf));
      assert.strictEqual((yield* pdsState).writes, 1);
      assert.isFalse(yield* isOpen);
    }).pipe(Effect.provide(memoryService))
  );
});
