import { assert, describe, it } from "@effect/vitest";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Stream from "effect/Stream";
import * as TestClock from "effect/TestClock";
import { gatherEvents } from "../../../../src/application/sync/stream/gatherEvents.ts";
import type { SourceMessage } from "../../../../src/domain/sync/stream/RepoEvents.ts";

const events = (count: number): SourceMessage => ({
  _tag: "Events",
  events: Array.from({ length: count }, (_, cursor) => ({ cursor, time: null, event: { _tag: "Ignored" } }))
});

const connected: SourceMessage = { _tag: "Connected", cursor: null };

/** Returns when the first message was delivered, and when the second one was asked for, in milliseconds. */
const timesWith = (first: SourceMessage) =>
  Effect.gen(function* () {
    const asked: Array<number> = [];
    const delivered: Array<number> = [];
    const ask = Effect.map(Clock.currentTimeMillis, (now) => (asked.push(now) === 1 ? first : events(1)));
    const reader = yield* gatherEvents(Stream.take(Stream.repeatEffect(ask), 2)).pipe(
      Stream.runForEach(() => Effect.map(Clock.currentTimeMillis, (now) => delivered.push(now))),
      Effect.fork
    );
    yield* TestClock.adjust("1 second");
    yield* Fiber.join(reader);
    return [delivered[0], asked[1]];
  });

describe("gathering events", () => {
  it.scoped.each([
    { name: "a message with few events", first: events(99), afterMs: 50 },
    { name: "a message of a source that is ahead", first: events(100), afterMs: 0 },
    { name: "the opening of the connection", first: connected, afterMs: 0 }
  ])("delivers $name at once, and asks for the next message $afterMs ms later", ({ afterMs, first }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* timesWith(first), [0, afterMs]);
    })
  );
});
