import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as fc from "fast-check";
import { layer as memoryLog } from "../../../../src/adapters/memory/log/EventLogMemory.ts";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as postgresLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import type { NewEvent } from "../../../../src/domain/event/Envelope.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { leafHash } from "../../../../src/domain/event/leafHash.ts";
import { type StreamName, streamName } from "../../../../src/domain/event/StreamName.ts";
import { freshStream, sampleEvent } from "../../../contracts/sampleEvent.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

type Change = Pick<NewEvent, "type" | "data" | "reason" | "clientId">;

interface Attempt<Event> {
  readonly stream: number;
  readonly expected: number;
  readonly events: ReadonlyArray<Event>;
}

const text = fc.string({ unit: fc.constantFrom("a", "é", "😀", "\u0000", "\ud800", "\\", '"', "{", ",", "\n", "'") });
const data = fc.dictionary(fc.oneof(text, fc.constant("__proto__")), fc.jsonValue({ stringUnit: "binary" }));
/** Some of them are superseded by others. */
const type = fc.constantFrom(
  "WriteRequested.v1",
  "SessionRefreshStarted.v1",
  "SessionRefreshed.v1",
  "SessionRefreshFailed.v1",
  "BackfillFailed.v1"
);
const change = fc.record({ type, data, reason: fc.option(text), clientId: fc.option(text) });

const attempts: fc.Arbitrary<ReadonlyArray<Attempt<Change>>> = fc.array(
  fc.record({
    stream: fc.nat({ max: 2 }),
    expected: fc.nat({ max: 3 }),
    events: fc.array(change, { maxLength: 2 })
  }),
  { maxLength: 12 }
);

/** Salts are random, and so is what depends on them. */
const random: ReadonlySet<string> = new Set(["commitment", "salt", "leafHash"]);

/** The outcomes of the attempts at a log, with positions relative to its head before them. */
const play = (log: EventLog["Type"], streams: ReadonlyArray<StreamName>, sequence: ReadonlyArray<Attempt<NewEvent>>) =>
  Effect.gen(function* () {
    const before = yield* log.head;
    const outcomes = yield* Effect.forEach(sequence, ({ stream, expected, events }) =>
      Effect.either(log.append(streams[stream] ?? freshStream(), expected, events))
    );
    const stored = yield* log.read(before, 1_000);
    const loaded = yield* Effect.forEach(streams, log.load);
    return JSON.parse(JSON.stringify({ outcomes, stored, loaded }), (key, value) =>
      key === "position" ? value - before : random.has(key) ? undefined : value
    );
  });

const sameInBoth = (changes: ReadonlyArray<Attempt<Change>>) =>
  Effect.gen(function* () {
    const postgres = yield* EventLog;
    const memory = yield* Effect.provide(EventLog, Layer.provide(memoryLog, Layer.fresh(memoryStore)));
    const streams = [freshStream(), streamName("session", randomUUID()), streamName("repository", randomUUID())];
    const sequence = changes.map(({ events, ...attempt }) => ({ ...attempt, events: events.map(sampleEvent) }));
    const expected = yield* play(memory, streams, sequence);
    assert.deepStrictEqual(yield* play(postgres, streams, sequence), expected);
    const stored = yield* Effect.forEach(streams, postgres.load);
    for (const event of stored.flat()) assert.strictEqual(leafHash(event), event.leafHash);
  });

it.layer(Layer.provide(postgresLog, migratedDatabase), { timeout: "60 seconds" })("EventLog model", (it) => {
  it.effect("PostgreSQL does with any sequence of appends what memory does", () =>
    Effect.gen(function* () {
      const runPromise = Runtime.runPromise(yield* Effect.runtime<EventLog>());
      const property = fc.asyncProperty(attempts, (changes) => runPromise(sameInBoth(changes)));
      yield* Effect.promise(() => fc.assert(property, { numRuns: 60 }));
    })
  );
});
