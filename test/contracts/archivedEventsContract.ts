import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { Did } from "../../src/domain/atproto/Did.ts";
import { ActivityCounts } from "../../src/domain/audit/ActivityCounts.ts";
import { AuditTrail } from "../../src/domain/audit/AuditTrail.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { type RecordedEvent, systemActor } from "../../src/domain/event/Envelope.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { Lookup, type LookupKind } from "../../src/domain/event/Lookup.ts";
import { canonicalEvent } from "../../src/domain/event/leafHash.ts";
import { type StreamName, streamName } from "../../src/domain/event/StreamName.ts";
import { erasedDid } from "../../src/domain/personal/erasedValue.ts";
import { Subjects } from "../../src/domain/personal/Subjects.ts";
import { ArchivedEvents } from "../../src/domain/retention/ArchivedEvents.ts";
import { SealedTree } from "../../src/domain/transparency/SealedTree.ts";
import { knownSample } from "./sampleEvent.ts";

type Services = EventLog | Lookup | Subjects | Atomically | ArchivedEvents | ActivityCounts | AuditTrail | SealedTree;

const everything = { before: "9999", upTo: Number.MAX_SAFE_INTEGER };

const freshDid = (): Did => Did.make(`did:plc:${randomUUID().replaceAll("-", "").slice(0, 24)}`);

/** A write of a person, with its outcome. */
const written = Effect.gen(function* () {
  const { append } = yield* EventLog;
  const did = freshDid();
  const stream = streamName("write", randomUUID());
  const uri = `at://${did}/app.example.note/3k2a`;
  const about = { subjectDid: did, actor: { type: "user", id: did } } as const;
  const events = yield* append(stream, 0, [
    knownSample("WriteRequested.v1", { did, uri }, about),
    knownSample("RecordWritten.v1", { uri }, about)
  ]);
  return { did, stream, events };
});

const archiveStreams = Effect.fnUntraced(function* (streams: ReadonlyArray<StreamName>, archive = 1) {
  const archived = yield* ArchivedEvents;
  yield* (yield* ActivityCounts).catchUp;
  const events = yield* archived.ofStreams(streams);
  yield* archived.archive({ class: "writes", archive, events });
  return events;
});

const readAt = ({ position }: RecordedEvent) =>
  Effect.flatMap(EventLog, ({ readRange }) => readRange({ after: position - 1, upTo: position }, 1, new Set()));

const readJson = Schema.decodeSync(Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown })));

/** Moving events out of the log, as every store does it. */
export const archivedEventsContract = <E>(name: string, stores: Layer.Layer<Services, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`ArchivedEvents contract: ${name}`, (it) => {
    it.effect("finds the events of a class up to a position and before a time", () =>
      Effect.gen(function* () {
        const { candidates } = yield* ArchivedEvents;
        const { events, stream } = yield* written;
        const [first = 0, last = 0] = events.map(({ position }) => position);
        const found = yield* candidates({ ...everything, class: "writes" }, first - 1, 10);
        assert.deepStrictEqual(found, [
          { position: first, stream },
          { position: last, stream }
        ]);
        const after = first - 1;
        const of = { ...everything, class: "writes" } as const;
        assert.lengthOf(yield* candidates({ ...of, upTo: first }, after, 10), 1);
        assert.lengthOf(yield* candidates(of, after, 1), 1);
        assert.lengthOf(yield* candidates({ ...of, before: events[0]?.recordedAt ?? "" }, after, 10), 0);
        assert.lengthOf(yield* candidates({ ...everything, class: "access" }, after, 10), 0);
      })
    );

    it.effect("returns all events of streams, with their personal parts as they are stored", () =>
      Effect.gen(function* () {
        const { append } = yield* EventLog;
        const { ofStreams } = yield* ArchivedEvents;
        const session = streamName("session", randomUUID());
        const by = { actor: systemActor };
        const superseded = yield* append(session, 0, [
          knownSample("SessionRefreshStarted.v1", {}, by),
          knownSample("SessionRefreshed.v1", {}, by),
          knownSample("SessionRefreshStarted.v1", {}, by),
          knownSample("SessionRefreshed.v1", {}, by)
        ]);
        const { events, stream } = yield* written;
        const found = yield* ofStreams([stream, session]);
        assert.deepStrictEqual(
          found.map(({ event }) => event),
          [...superseded, ...events]
        );
        assert.deepStrictEqual(
          found.map(({ sealed }) => sealed.length),
          [0, 0, 0, 0, 1, 1]
        );
      })
    );

    it.effect("keeps position, stream, version and leaf hash of an archived event, and nothing else", () =>
      Effect.gen(function* () {
        const { leafHash, load } = yield* EventLog;
        const { range } = yield* ArchivedEvents;
        const { leafHashes } = yield* SealedTree;
        const { did, events, stream } = yield* written;
        const [first, second] = events;
        assert.isDefined(first);
        assert.isDefined(second);
        const hashes = yield* leafHashes(first.position - 1, 2);
        yield* archiveStreams([stream], 7);
        assert.deepStrictEqual(yield* load(stream), []);
        assert.deepStrictEqual(yield* readAt(first), []);
        assert.strictEqual(yield* leafHash(first.position), first.leafHash);
        assert.deepStrictEqual(yield* leafHashes(first.position - 1, 2), hashes);
        const kept = yield* range({ after: first.position - 1, upTo: second.position });
        assert.deepStrictEqual(
          kept,
          events.map(({ leafHash: hash, position, version }) => ({
            ...{ position, stream, version, leafHash: hash },
            ...{ class: "writes", archive: 7 }
          }))
        );
        assert.notInclude(JSON.stringify(kept), did);
      })
    );

    it.effect("removes what follows from archived events from the history and the look-ups", () =>
      Effect.gen(function* () {
        const { append } = yield* EventLog;
        const lookup = yield* Lookup;
        const { run } = yield* Atomically;
        // In a transaction, a process does not answer from its memory, which still has the keys that it committed.
        const find = (kind: LookupKind, key: string) => run(lookup.find(kind, key));
        const { page } = yield* AuditTrail;
        const stream = streamName("authorization", randomUUID());
        const codeHash = randomUUID();
        const kept = streamName("authorization", randomUUID());
        const keptHash = randomUUID();
        yield* append(kept, 0, [knownSample("CodeIssued.v1", { codeHash: keptHash })]);
        yield* append(stream, 0, [knownSample("CodeIssued.v1", { codeHash })]);
        assert.isTrue(Option.isSome(yield* find("code", codeHash)));
        yield* archiveStreams([stream]);
        assert.isTrue(Option.isNone(yield* find("code", codeHash)));
        assert.isTrue(Option.isSome(yield* find("code", keptHash)));
        const all = { order: "newest first", after: null, upTo: null, limit: 10 } as const;
        assert.lengthOf(yield* page({ ...all, filter: { stream } }), 0);
        assert.lengthOf(yield* page({ ...all, filter: { stream: kept } }), 1);
      })
    );

    it.effect("refuses to begin an archived stream anew", () =>
      Effect.gen(function* () {
        const { append } = yield* EventLog;
        const { stream } = yield* written;
        yield* archiveStreams([stream]);
        const again = yield* Effect.either(append(stream, 0, [knownSample("RecordWritten.v1")]));
        assert.deepInclude(Either.isLeft(again) ? again.left : null, {
          _tag: "VersionConflict",
          expected: 0,
          actual: 2
        });
        const [next] = yield* append(stream, 2, [knownSample("RecordWritten.v1")]);
        assert.strictEqual(next?.version, 3);
      })
    );

    it.effect("moves all events or none", () =>
      Effect.gen(function* () {
        const archived = yield* ArchivedEvents;
        const [one, two] = [yield* written, yield* written];
        const events = yield* archived.ofStreams([one.stream, two.stream]);
        yield* archiveStreams([two.stream]);
        const refused = yield* Effect.flip(archived.archive({ class: "writes", archive: 2, events }));
        assert.deepInclude(refused, { _tag: "ArchivalRefused", reason: "changed" });
        assert.lengthOf(yield* archived.ofStreams([one.stream]), 2);
      })
    );

    it.effect("belongs to the surrounding transaction", () =>
      Effect.gen(function* () {
        const { run } = yield* Atomically;
        const archived = yield* ArchivedEvents;
        const { events, stream } = yield* written;
        const undone = run(Effect.zipRight(archiveStreams([stream]), Effect.fail("undone" as const)));
        assert.strictEqual(yield* Effect.flip(undone), "undone");
        assert.lengthOf(yield* archived.ofStreams([stream]), events.length);
        assert.lengthOf(yield* archived.range({ after: (events[0]?.position ?? 1) - 1, upTo: everything.upTo }), 0);
      })
    );

    it.effect("opens the contents of an archive until the person is erased", () =>
      Effect.gen(function* () {
        const { open } = yield* ArchivedEvents;
        const subjects = yield* Subjects;
        const { did, events, stream } = yield* written;
        const contents = (yield* archiveStreams([stream])).map(({ event, sealed }) => ({
          ...{ position: event.position, leafHash: event.leafHash, sealed },
          event: readJson(canonicalEvent(event))
        }));
        assert.notInclude(JSON.stringify(contents), did);
        assert.deepStrictEqual(yield* open(contents), events);
        const subject = Option.getOrThrow(yield* subjects.find(did));
        yield* subjects.erase(subject);
        const erased = yield* open(contents);
        assert.deepStrictEqual(
          erased.map(({ subjectDid }) => subjectDid),
          [erasedDid(subject.id), erasedDid(subject.id)]
        );
        assert.deepStrictEqual(erased.map(canonicalEvent), events.map(canonicalEvent));
      })
    );
  });
