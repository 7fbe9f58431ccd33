import { expect, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Queue from "effect/Queue";
import { coalescePages } from "../../../../src/adapters/postgres/log/coalescePages.ts";
import { recordedEvents } from "../../../contracts/sampleEvent.ts";

/** A log that records which pages were read, and completes the next read when it is allowed to. */
const readLog = Effect.gen(function* () {
  const asked: Array<number> = [];
  const questions = yield* Queue.unbounded<Deferred.Deferred<number, "away">>();
  const read = yield* coalescePages<"away">((after) =>
    Effect.gen(function* () {
      asked.push(after);
      const answer = yield* Deferred.make<number, "away">();
      yield* questions.offer(answer);
      return recordedEvents(after, yield* Deferred.await(answer));
    })
  );
  const give = (count: number) => Effect.flatMap(questions.take, (answer) => Deferred.succeed(answer, count));
  const lose = Effect.flatMap(questions.take, (answer) => Deferred.fail(answer, "away"));
  return { asked, give, lose, read: (after: number) => read(after, 512) };
});

const positions = Effect.map((events: ReadonlyArray<{ readonly position: number }>) =>
  events.map(({ position }) => position)
);

it.scoped("one read serves all subscribers at a position, concurrently and one after the other", () =>
  Effect.gen(function* () {
    const { asked, give, read } = yield* readLog;
    const readers = yield* Effect.forEach([1, 2, 3], () => Effect.fork(positions(read(7))));
    yield* give(2);
    for (const reader of readers) expect(yield* Fiber.join(reader)).toEqual([8, 9]);
    expect(yield* positions(read(7))).toEqual([8, 9]);
    expect(asked).toEqual([7]);
  })
);

it.scoped("the read continues for the others when the first caller is interrupted", () =>
  Effect.gen(function* () {
    const { asked, give, read } = yield* readLog;
    const first = yield* Effect.fork(read(0));
    yield* Effect.yieldNow();
    const second = yield* Effect.fork(positions(read(0)));
    yield* Effect.yieldNow();
    yield* Fiber.interrupt(first);
    yield* give(1);
    expect(yield* Fiber.join(second)).toEqual([1]);
    expect(asked).toEqual([0]);
  })
);

it.scoped("a page is read again after a failure, if it was empty, and if it is no longer cached", () =>
  Effect.gen(function* () {
    const { asked, give, lose, read } = yield* readLog;
    const settle = (after: number, answer: Effect.Effect<unknown>) =>
      Effect.gen(function* () {
        const reader = yield* Effect.fork(Effect.either(read(after)));
        yield* answer;
        return yield* Fiber.join(reader);
      });
    yield* settle(0, lose);
    yield* settle(0, give(0));
    yield* settle(0, give(1));
    for (const after of [1, 2, 3, 4]) yield* settle(after, give(1));
    yield* settle(0, give(1));
    yield* settle(4, Effect.void);
    expect(asked).toEqual([0, 0, 0, 1, 2, 3, 4, 0]);
  })
);
