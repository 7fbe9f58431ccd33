import { assert, it } from "@effect/vitest";
import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import type * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { freshStream, sampleEvents } from "./sampleEvent.ts";

const positions = (log: EventLog["Type"], after: number, count: number) =>
  log.follow(after).pipe(
    Stream.map(({ position }) => position),
    Stream.take(count),
    Stream.runCollect,
    Effect.map(Chunk.toReadonlyArray)
  );

const sequence = (after: number, count: number) => Array.from({ length: count }, (_, index) => after + index + 1);

/** Following, as every log does it. */
export const followContract = <E>(name: string, log: Layer.Layer<EventLog, E>) =>
  it.layer(log, { timeout: "60 seconds" })(`EventLog follow contract: ${name}`, (it) => {
    it.effect("delivers the history, then new events, to every follower without gaps, duplicates or reordering", () =>
      Effect.gen(function* () {
        const log = yield* EventLog;
        const before = yield* log.head;
        yield* log.append(freshStream(), 0, sampleEvents(1_300));
        const followers = yield* Effect.forEach([0, 1, 700], (skipped) =>
          Effect.fork(positions(log, before + skipped, 1_500 - skipped))
        );
        yield* Effect.forEach(
          Array.from({ length: 100 }, freshStream),
          (stream) => Effect.zip(log.append(stream, 0, sampleEvents(1)), log.append(stream, 1, sampleEvents(1))),
          { concurrency: 10 }
        );
        const seen = yield* Effect.forEach(followers, Fiber.join);
        for (const [index, skipped] of [0, 1, 700].entries())
          assert.deepStrictEqual(seen[index], sequence(before + skipped, 1_500 - skipped));
      })
    );

    it.effect("waits at the end of the log, and continues with the next event", () =>
      Effect.gen(function* () {
        const log = yield* EventLog;
        const before = yield* log.head;
        const follower = yield* Effect.fork(positions(log, before, 1));
        yield* log.append(freshStream(), 0, sampleEvents(1));
        assert.deepStrictEqual(yield* Fiber.join(follower), [before + 1]);
        assert.deepStrictEqual(yield* positions(log, before, 1), [before + 1]);
      })
    );

    it.effect("EV-12: refuses a cursor beyond the head, as after a restored backup", () =>
      Effect.gen(function* () {
        const log = yield* EventLog;
        const head = yield* log.head;
        const refused = yield* Effect.flip(positions(log, head + 1, 1));
        assert.deepInclude(refused, { _tag: "CursorBeyondHead", cursor: head + 1, head });
      })
    );
  });
