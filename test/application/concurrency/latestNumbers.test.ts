import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as PubSub from "effect/PubSub";
import * as Queue from "effect/Queue";
import { latestNumbers } from "../../../src/application/concurrency/latestNumbers.ts";

it.scoped("gives the latest number to every subscriber, however far behind the others are", () =>
  Effect.gen(function* () {
    const numbers = yield* latestNumbers;
    const subscribers = yield* Effect.all(Array.from({ length: 3 }, () => PubSub.subscribe(numbers)));
    for (let number = 1; number <= 20; number += 1) {
      yield* PubSub.publish(numbers, number);
      for (const [at, subscriber] of subscribers.entries()) {
        if (number % (at + 2) !== 0) continue;
        const taken = yield* Queue.takeAll(subscriber);
        assert.strictEqual([...taken].at(-1), number);
      }
    }
  })
);
