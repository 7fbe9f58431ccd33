import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { PdsMemory } from "../../../src/adapters/memory/pds/PdsMemory.ts";
import { Atomically } from "../../../src/domain/event/Atomically.ts";
import { StorageUnavailable } from "../../../src/domain/storage/StorageUnavailable.ts";
import { serviceWithScriptedUpstream, UpstreamScript } from "../../support/scriptedUpstream.ts";
import { aliceSignedIn, expire, sessionStory, withPassingTime } from "./sessionThrough.ts";

/** What is stored together cannot be, as long as a test says so. */
const store = { isAway: false };

const failingStore = Layer.effect(
  Atomically,
  Effect.map(Atomically, (memory) =>
    Atomically.of({
      run: (effect) =>
        Effect.suspend(() =>
          store.isAway
            ? Effect.fail(
                new StorageUnavailable({ store: "transaction", reason: "unreachable", cause: "the database is away" })
              )
            : memory.run(effect)
        )
    })
  )
).pipe(Layer.provideMerge(serviceWithScriptedUpstream));

it.effect("SE-03 Tokens that arrive while the database is unavailable are stored once it is back", () =>
  Effect.gen(function* () {
    const { call } = yield* aliceSignedIn;
    const moods = yield* UpstreamScript;
    yield* expire;
    moods.refresh = (honest) =>
      Effect.tap(honest, () =>
        Effect.sync(() => {
          store.isAway = true;
        })
      );
    const calling = yield* Effect.fork(Effect.either(call));
    yield* withPassingTime(Effect.sleep("15 seconds"));
    store.isAway = false;
    yield* withPassingTime(Fiber.join(calling));
    yield* withPassingTime(Effect.sleep("1 second"));
    moods.refresh = (honest) => honest;
    const token = Redacted.value(yield* withPassingTime(call));
    assert.isTrue((yield* (yield* PdsMemory).state.get).accessTokens.has(token));
    assert.deepStrictEqual(yield* sessionStory, ["SessionRefreshStarted.v1", "SessionRefreshed.v1"]);
    assert.strictEqual(moods.refreshes, 1);
  }).pipe(Effect.provide(failingStore))
);
