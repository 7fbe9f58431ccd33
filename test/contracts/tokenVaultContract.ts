import { randomBytes, randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { TokenVault } from "../../src/domain/vault/TokenVault.ts";

const sealed = (keyId = "key-1") => ({ keyId, bytes: new Uint8Array(randomBytes(300)) });

/** Storing, replacing, expiring and erasing sealed secrets. */
export const tokenVaultContract = <E>(name: string, vault: Layer.Layer<TokenVault, E>) =>
  it.layer(vault, { timeout: "60 seconds" })(`TokenVault contract: ${name}`, (it) => {
    it.effect("returns what was put last, byte for byte, and nothing after it is removed", () =>
      Effect.gen(function* () {
        const { put, get, remove } = yield* TokenVault;
        const row = randomUUID();
        const [first, second] = [sealed(), sealed("key-2")];
        assert.deepStrictEqual(yield* get(row, 0), Option.none());
        yield* put(row, first, null);
        assert.deepStrictEqual(yield* get(row, Number.MAX_SAFE_INTEGER), Option.some(first));
        yield* put(row, second, 10);
        assert.deepStrictEqual(yield* get(row, 9), Option.some(second));
        yield* remove(row);
        yield* remove(row);
        assert.deepStrictEqual(yield* get(row, 0), Option.none());
      })
    );

    it.effect("does not return expired rows, and sweeps them away", () =>
      Effect.gen(function* () {
        const { put, get, sweep } = yield* TokenVault;
        const [ending, later, endless] = [randomUUID(), randomUUID(), randomUUID()];
        yield* put(ending, sealed(), 1_000);
        yield* put(later, sealed(), 1_001);
        yield* put(endless, sealed(), null);
        assert.isTrue(Option.isSome(yield* get(ending, 999)));
        assert.isTrue(Option.isNone(yield* get(ending, 1_000)));
        yield* sweep(1_000);
        const found = yield* Effect.forEach([ending, later, endless], (row) => get(row, 0));
        assert.deepStrictEqual(found.map(Option.isSome), [false, true, true]);
      })
    );

    it.effect("lets one of several callers take a row, and none an expired one", () =>
      Effect.gen(function* () {
        const { put, get, take } = yield* TokenVault;
        const [row, expired] = [randomUUID(), randomUUID()];
        const given = sealed();
        yield* put(row, given, 10);
        yield* put(expired, sealed(), 10);
        const taken = yield* Effect.replicateEffect(take(row, 9), 8).pipe(Effect.withConcurrency("unbounded"));
        assert.deepStrictEqual(taken.flatMap(Option.toArray), [given]);
        assert.deepStrictEqual(yield* get(row, 9), Option.none());
        assert.deepStrictEqual(yield* take(expired, 10), Option.none());
      })
    );

    it.effect(
      "lists what has no end in the order of its rows, page by page, and says whether other keys sealed it",
      () =>
        Effect.gen(function* () {
          const { hasSealedByOtherKeys, listPermanent, put, remove } = yield* TokenVault;
          for (const { row } of yield* listPermanent("", 100)) yield* remove(row);
          const [first, second, third] = [sealed("key-1"), sealed("key-2"), sealed("key-1")];
          yield* put("session/b", second, null);
          yield* put("session/C", first, null);
          yield* put("session/c", third, null);
          yield* put("login/a", sealed("key-3"), Number.MAX_SAFE_INTEGER);
          assert.deepStrictEqual(yield* listPermanent("", 2), [
            { row: "session/C", sealed: first },
            { row: "session/b", sealed: second }
          ]);
          assert.deepStrictEqual(yield* listPermanent("session/b", 2), [{ row: "session/c", sealed: third }]);
          assert.deepStrictEqual(yield* listPermanent("session/c", 2), []);
          assert.isTrue(yield* hasSealedByOtherKeys(["key-1"]));
          assert.isTrue(yield* hasSealedByOtherKeys([]));
          assert.isFalse(yield* hasSealedByOtherKeys(["key-2", "key-1"]));
        })
    );

    it.effect("keeps its own copy of the bytes", () =>
      Effect.gen(function* () {
        const { put, get } = yield* TokenVault;
        const row = randomUUID();
        const given = sealed();
        const original = { ...given, bytes: given.bytes.slice() };
        yield* put(row, given, null);
        given.bytes.fill(0);
        Option.getOrThrow(yield* get(row, 0)).bytes.fill(0);
        assert.deepStrictEqual(yield* get(row, 0), Option.some(original));
      })
    );
  });
