import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Exit from "effect/Exit";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { EventIdTaken, EventLog } from "../../src/domain/event/EventLog.ts";
import { Lookup } from "../../src/domain/event/Lookup.ts";
import { leafHash } from "../../src/domain/event/leafHash.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { freshStream, knownSample, sampleEvent, sampleEvents } from "./sampleEvent.ts";

const awkwardData = {
  "": "an empty key",
  text: 'ñ 日本語 👩‍👩‍👧 \u2028 \\u0000 \\ " \n é',
  nested: { b: [1, [2, { c: null }]], a: true, é: {} },
  numbers: [0, -0, 1, 1.5, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 9007199254740991, -9007199254740991, 0.1],
  ["__proto__"]: { polluted: true }
};

/** Appending, loading and reading, as every log does them. */
export const eventLogContract = <E>(name: string, log: Layer.Layer<EventLog | Lookup, E>) =>
  it.layer(log, { timeout: "60 seconds" })(`EventLog contract: ${name}`, (it) => {
    it.effect("assigns a new stream gapless versions and positions, and returns what it stored", () =>
      Effect.gen(function* () {
        const { append, load, head, read } = yield* EventLog;
        const stream = freshStream();
        const before = yield* head;
        const [first, second] = sampleEvents(2);
        const recorded = [
          ...(yield* append(stream, 0, first ? [first] : [])),
          ...(yield* append(stream, 1, second ? [second] : []))
        ];
        assert.deepStrictEqual(
          recorded.map(({ version, position }) => [version, position]),
          [
            [1, before + 1],
            [2, before + 2]
          ]
        );
        assert.deepStrictEqual(yield* load(stream), recorded);
        assert.deepStrictEqual(yield* read(before, 10), recorded);
        assert.strictEqual(yield* head, before + 2);
      })
    );

    it.effect("loads the relevant events of a stream, and appends after all of its events", () =>
      Effect.gen(function* () {
        const { append, load, read, head } = yield* EventLog;
        const stream = streamName("session", randomUUID());
        const before = yield* head;
        const refresh = [
          sampleEvent({ type: "SessionRefreshStarted.v1" }),
          sampleEvent({ type: "SessionRefreshed.v1" })
        ];
        const versions = Effect.map(load(stream), (events) => events.map(({ version }) => version));
        yield* append(stream, 0, [sampleEvent(), sampleEvent({ type: "SessionRefreshFailed.v1" })]);
        assert.deepStrictEqual(yield* versions, [1, 2]);
        yield* append(stream, 2, refresh);
        assert.deepStrictEqual(yield* versions, [1, 3, 4]);
        yield* append(stream, 4, [...refresh.map((event) => sampleEvent({ type: event.type })), sampleEvent()]);
        assert.deepStrictEqual(yield* versions, [1, 5, 6, 7]);
        const conflict = yield* Effect.flip(append(stream, 4, [sampleEvent()]));
        assert.deepInclude(conflict, { _tag: "VersionConflict", actual: 7 });
        assert.lengthOf(yield* read(before, 10), 7);
      })
    );

    it.effect("reads a range of positions without the types to skip, in order and up to a limit", () =>
      Effect.gen(function* () {
        const { append, head, readRange } = yield* EventLog;
        const before = yield* head;
        const types = [
          "RecordWritten.v1",
          "ClientDeleted.v1",
          "SomethingNew.v1",
          "ClientDeleted.v1",
          "RecordWritten.v1"
        ];
        yield* append(
          freshStream(),
          0,
          types.map((type) => sampleEvent({ type }))
        );
        const found = (after: number, upTo: number, limit: number, skipped: ReadonlyArray<string>) =>
          Effect.map(readRange({ after: before + after, upTo: before + upTo }, limit, new Set(skipped)), (events) =>
            events.map(({ position, type }) => [position - before, type])
          );
        const all = types.map((type, at) => [at + 1, type]);
        assert.deepStrictEqual(yield* found(0, 5, 10, []), all);
        assert.deepStrictEqual(yield* found(0, 5, 10, ["RecordWritten.v1"]), all.slice(1, 4));
        assert.deepStrictEqual(yield* found(0, 5, 2, ["RecordWritten.v1"]), all.slice(1, 3));
        assert.deepStrictEqual(yield* found(2, 4, 10, ["RecordWritten.v1"]), all.slice(2, 4));
        assert.deepStrictEqual(yield* found(0, 5, 10, types), []);
        assert.deepStrictEqual(yield* found(5, 9, 10, []), []);
      })
    );

    it.effect("stores nothing for an append of no events", () =>
      Effect.gen(function* () {
        const { append, load, head } = yield* EventLog;
        const stream = freshStream();
        const before = yield* head;
        assert.deepStrictEqual(yield* append(stream, 0, []), []);
        assert.deepStrictEqual(yield* append(stream, 7, []), []);
        assert.deepStrictEqual(yield* load(stream), []);
        assert.strictEqual(yield* head, before);
      })
    );

    it.effect("EV-01: lets exactly one of many concurrent writers win, and returns the version to the others", () =>
      Effect.gen(function* () {
        const { append, load, head } = yield* EventLog;
        const stream = freshStream();
        const before = yield* head;
        const attempts = yield* Effect.forEach(
          sampleEvents(40),
          (event) => Effect.either(append(stream, 0, [event, sampleEvent()])),
          { concurrency: "unbounded" }
        );
        assert.strictEqual(attempts.filter(Either.isRight).length, 1);
        for (const attempt of attempts.filter(Either.isLeft))
          assert.deepInclude(attempt.left, { _tag: "VersionConflict", stream, expected: 0, actual: 2 });
        assert.strictEqual((yield* load(stream)).length, 2);
        assert.strictEqual(yield* head, before + 2);
      })
    );

    it.effect("keeps positions gapless over concurrent streams with failures in between", () =>
      Effect.gen(function* () {
        const { append, head, read } = yield* EventLog;
        const before = yield* head;
        const acknowledged = yield* Effect.forEach(
          Array.from({ length: 60 }, freshStream),
          (stream, index) =>
            Effect.gen(function* () {
              const first = yield* append(stream, 0, sampleEvents(1 + (index % 3)));
              const refused = yield* Effect.either(append(stream, index, sampleEvents(1)));
              const second = yield* append(stream, first.length + (refused._tag === "Right" ? 1 : 0), sampleEvents(1));
              return [...first, ...(Either.isRight(refused) ? refused.right : []), ...second];
            }),
          { concurrency: "unbounded" }
        );
        const stored = yield* read(before, 10_000);
        assert.deepStrictEqual(
          stored.map(({ position }) => position),
          stored.map((_, index) => before + index + 1)
        );
        const byPosition = acknowledged.flat().toSorted((a, b) => a.position - b.position);
        assert.deepStrictEqual(stored, byPosition);
      })
    );

    it.effect("keeps the log gapless and loses no acknowledged append when callers are interrupted", () =>
      Effect.gen(function* () {
        const { append, head, read } = yield* EventLog;
        const before = yield* head;
        const kept = yield* Effect.forEach(
          Array.from({ length: 60 }, freshStream),
          (stream, index) => {
            const appending = append(stream, 0, sampleEvents(1));
            if (index % 3 > 0) return Effect.map(appending, Option.some);
            return Effect.map(Effect.raceFirst(appending, Effect.yieldNow()), () => Option.none());
          },
          { concurrency: "unbounded" }
        );
        yield* append(freshStream(), 0, sampleEvents(1));
        const stored = yield* read(before, 1_000);
        assert.strictEqual(stored.at(-1)?.position, before + stored.length);
        for (const event of kept.flatMap(Option.toArray).flat())
          assert.deepStrictEqual(stored[event.position - before - 1], event);
      })
    );

    it.effect("returns Unicode, nesting and numbers unchanged to the last bit", () =>
      Effect.gen(function* () {
        const { append, load } = yield* EventLog;
        const stream = freshStream();
        const change = { data: awkwardData, reason: "наверно \\0 \\\\ {},\"'", clientId: "NULL", requestId: "" };
        yield* append(stream, 0, [sampleEvent(change)]);
        const [event] = yield* load(stream);
        assert.strictEqual(JSON.stringify(event?.data), JSON.stringify(awkwardData));
        assert.deepInclude(event, { reason: change.reason, clientId: "NULL", requestId: "" });
        assert.strictEqual(event && leafHash(event), event?.leafHash);
      })
    );

    it.effect("replaces what no store can hold, NUL and lone surrogates, by U+FFFD", () =>
      Effect.gen(function* () {
        const { append, load } = yield* EventLog;
        const stream = freshStream();
        const data = { "k\u0000": ["a\u0000b", "\ud83d", "\ude00x", "😀", "\\u0000"] };
        yield* append(stream, 0, [sampleEvent({ data, reason: "r\u0000\ud83d", clientId: "c\u0000" })]);
        const [event] = yield* load(stream);
        assert.deepInclude(event, {
          reason: "r\ufffd\ufffd",
          clientId: "c\ufffd",
          data: { "k\ufffd": ["a\ufffdb", "\ufffd", "\ufffdx", "😀", "\\u0000"] }
        });
        assert.strictEqual(event && leafHash(event), event?.leafHash);
      })
    );

    it.effect("stores 10,000 events of one append and loads them in order", () =>
      Effect.gen(function* () {
        const { append, load } = yield* EventLog;
        const stream = freshStream();
        const recorded = yield* append(stream, 0, sampleEvents(10_000));
        const loaded = yield* load(stream);
        assert.strictEqual(loaded.length, 10_000);
        assert.isTrue(loaded.every(({ version, data }, index) => version === index + 1 && data.index === index));
        assert.deepStrictEqual(loaded.at(-1), recorded.at(-1));
      })
    );

    it.effect("dies if the log already has an event id, and stores what was appended concurrently", () =>
      Effect.gen(function* () {
        const { append, load } = yield* EventLog;
        const event = sampleEvent();
        yield* append(freshStream(), 0, [event]);
        const [refused, beside] = [freshStream(), freshStream()];
        const outcomes = yield* Effect.all(
          [Effect.exit(append(refused, 0, [event])), Effect.exit(append(beside, 0, sampleEvents(1)))],
          { concurrency: "unbounded" }
        );
        assert.deepStrictEqual(
          outcomes.map((exit) => (Exit.isFailure(exit) ? Cause.squash(exit.cause) : "stored")),
          [new EventIdTaken(), "stored"]
        );
        assert.deepStrictEqual(yield* load(refused), []);
        assert.strictEqual((yield* load(beside)).length, 1);
      })
    );

    it.effect("finds a stream by the hash that an event introduces as soon as it is appended", () =>
      Effect.gen(function* () {
        const { append } = yield* EventLog;
        const { find } = yield* Lookup;
        const [stream, other] = [freshStream(), freshStream()];
        const issued = (codeHash: string) => knownSample("CodeIssued.v1", { codeHash });
        assert.deepStrictEqual(yield* find("code", stream), Option.none());
        yield* append(stream, 0, [issued(stream)]);
        assert.deepStrictEqual(yield* find("code", stream), Option.some(stream));
        assert.deepStrictEqual(yield* find("refresh-token", stream), Option.none());
        yield* Effect.either(append(stream, 0, [issued(other)]));
        assert.deepStrictEqual(yield* find("code", other), Option.none());
        yield* append(other, 0, [issued(stream)]);
        assert.deepStrictEqual(yield* find("code", stream), Option.some(stream));
      })
    );

    it.effect("lists the authorizations of a user and of a client, page by page", () =>
      Effect.gen(function* () {
        const { append } = yield* EventLog;
        const { list } = yield* Lookup;
        const did = `did:plc:${freshStream().slice(-24)}`;
        const clientId = `https://${freshStream()}.example/client`;
        const streams = [freshStream(), freshStream(), freshStream()];
        for (const [index, stream] of streams.entries()) {
          const data = { authorizationId: `auth_${index}`, did };
          yield* append(stream, 0, [knownSample("LoginCompleted.v1", data, { clientId })]);
        }
        for (const other of [`${did}x`, `${did}!`, did.slice(0, -1)]) {
          const data = { authorizationId: "auth_other", did: other };
          yield* append(freshStream(), 0, [knownSample("LoginCompleted.v1", data, { clientId: null })]);
        }
        const all = streams.map((stream, index) => ({ id: `auth_${index}`, stream }));
        assert.deepStrictEqual(yield* list("authorization-of-did", did, null, 10), all);
        assert.deepStrictEqual(yield* list("authorization-of-client", clientId, null, 10), all);
        assert.deepStrictEqual(yield* list("authorization-of-client", clientId, null, 2), all.slice(0, 2));
        assert.deepStrictEqual(yield* list("authorization-of-client", clientId, "auth_1", 2), all.slice(2));
        assert.deepStrictEqual(yield* list("authorization-of-did", clientId, null, 10), []);
      })
    );

    it.effect("reads pages, and refuses a position that the log has not reached", () =>
      Effect.gen(function* () {
        const { append, head, read } = yield* EventLog;
        const before = yield* head;
        const recorded = yield* append(freshStream(), 0, sampleEvents(5));
        assert.deepStrictEqual(yield* read(before + 1, 3), recorded.slice(1, 4));
        assert.deepStrictEqual(yield* read(before + 5, 3), []);
        const refused = yield* Effect.flip(read(before + 6, 3));
        assert.deepInclude(refused, { _tag: "CursorBeyondHead", cursor: before + 6, head: before + 5 });
      })
    );
  });
