import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { AddressHashes } from "../../src/domain/personal/AddressHashes.ts";

/** Hashes of addresses, as every adapter makes them. */
export const addressHashesContract = <E>(name: string, hashes: Layer.Layer<AddressHashes, E>) =>
  it.layer(hashes, { timeout: "60 seconds" })(`AddressHashes contract: ${name}`, (it) => {
    it.effect("are equal for one address on one day, and differ for others and on other days", () =>
      Effect.gen(function* () {
        const { forget, hash } = yield* AddressHashes;
        yield* TestClock.setTime(Date.UTC(2026, 0, 30, 12));
        const first = yield* hash("192.0.2.1");
        assert.match(first, /^[0-9a-f]{32}$/);
        assert.notStrictEqual(yield* hash("192.0.2.2"), first);
        yield* TestClock.setTime(Date.UTC(2026, 0, 30, 23, 59, 59, 999));
        yield* forget;
        assert.strictEqual(yield* hash("192.0.2.1"), first);
        yield* TestClock.setTime(Date.UTC(2026, 0, 31));
        assert.notStrictEqual(yield* hash("192.0.2.1"), first);
      })
    );

    it.effect("cannot be repeated once the key of the day is forgotten", () =>
      Effect.gen(function* () {
        const { forget, hash } = yield* AddressHashes;
        yield* TestClock.setTime(Date.UTC(2026, 1, 1));
        const first = yield* hash("192.0.2.1");
        yield* TestClock.setTime(Date.UTC(2026, 1, 2));
        yield* forget;
        yield* TestClock.setTime(Date.UTC(2026, 1, 1));
        assert.notStrictEqual(yield* hash("192.0.2.1"), first);
      })
    );
  });
