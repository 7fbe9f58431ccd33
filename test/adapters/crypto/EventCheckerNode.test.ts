import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { layer, layerOf } from "../../../src/adapters/crypto/EventCheckerNode.ts";
import { pureHashing } from "../../../src/domain/crypto/Hashing.ts";
import { checkEvents } from "../../../src/domain/verification/checkEvents.ts";
import { EventChecker } from "../../../src/domain/verification/EventChecker.ts";
import { recordedEvents } from "../../contracts/sampleEvent.ts";

/** More than one thread takes, so that several pieces wait. */
const pieces = [1_000, 1_200, 1_400, 1_600].map((count) => recordedEvents(0, count));

const checkAll = Effect.flatMap(EventChecker, ({ check }) =>
  Effect.forEach(pieces, (events) => check(events), { concurrency: "unbounded" })
);

const expected = pieces.map((events) => checkEvents(events, pureHashing));

describe("the check of many events", () => {
  it.live("returns on threads what it returns here", () =>
    Effect.map(checkAll, (checked) => assert.deepStrictEqual(checked, expected)).pipe(Effect.provide(layer))
  );

  it.live("is made here if the threads fail, however often", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* checkAll, expected);
      assert.deepStrictEqual(yield* checkAll, expected);
    }).pipe(Effect.provide(layerOf(new URL("data:text/javascript,throw new Error('broken')"))))
  );
});
