import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import { layer } from "../../../../src/adapters/memory/stores/ServerNoncesMemory.ts";
import { sharedNonces } from "../../../../src/adapters/pds/dpop/SharedNonces.ts";
import { ServerNonces } from "../../../../src/domain/session/ServerNonces.ts";

const url = "https://pds.example/xrpc/com.atproto.repo.createRecord";

it.effect("CL-08 knows in a new process the nonces that another one received, separately for each role", () =>
  Effect.gen(function* () {
    const [first, second] = [yield* sharedNonces("resource-server"), yield* sharedNonces("resource-server")];
    const other = yield* sharedNonces("authorization-server");
    yield* first.learn(url, "one");
    yield* Effect.yieldNow();
    assert.strictEqual(yield* second.get(`${url}?again`), "one");
    assert.isUndefined(yield* other.get(url));
  }).pipe(Effect.provide(layer))
);

it.effect("CL-08 prefers its own nonce while that is fresh, and then a newer one of another process", () =>
  Effect.gen(function* () {
    const [first, second] = [yield* sharedNonces("resource-server"), yield* sharedNonces("resource-server")];
    yield* first.learn(url, "one");
    yield* TestClock.adjust("10 seconds");
    yield* second.learn(url, "two");
    yield* Effect.yieldNow();
    assert.strictEqual(yield* first.get(url), "one");
    yield* TestClock.adjust("25 seconds");
    assert.strictEqual(yield* first.get(url), "two");
  }).pipe(Effect.provide(layer))
);

it.effect("reads the store only after a period without nonces, and stores only new ones", () =>
  Effect.gen(function* () {
    const store = yield* ServerNonces;
    let [found, told] = [0, 0];
    const counted = ServerNonces.of({
      find: (role, origin) =>
        Effect.zipRight(
          Effect.sync(() => (found += 1)),
          store.find(role, origin)
        ),
      put: (role, origin, nonce) =>
        Effect.zipRight(
          Effect.sync(() => (told += 1)),
          store.put(role, origin, nonce)
        )
    });
    const nonces = yield* Effect.provideService(sharedNonces("resource-server"), ServerNonces, counted);
    for (let call = 0; call < 50; call += 1) {
      yield* nonces.get(url);
      yield* nonces.learn(url, "one");
      yield* TestClock.adjust("20 seconds");
    }
    assert.deepStrictEqual([found, told], [1, 1]);
  }).pipe(Effect.provide(layer))
);

/** A store that is away. */
const away = ServerNonces.of({ find: () => Effect.succeed(Option.none()), put: () => Effect.void });

it.effect("continues while the store is unavailable", () =>
  Effect.gen(function* () {
    const nonces = yield* Effect.provideService(sharedNonces("resource-server"), ServerNonces, away);
    assert.isUndefined(yield* nonces.get(url));
    yield* nonces.learn(url, "one");
    yield* TestClock.adjust("1 hour");
    assert.strictEqual(yield* nonces.get(url), "one");
  })
);
