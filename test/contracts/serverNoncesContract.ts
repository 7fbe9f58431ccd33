import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { ServerNonces } from "../../src/domain/session/ServerNonces.ts";

/** What one process heard of a server, another one finds. */
export const serverNoncesContract = <E>(name: string, nonces: Layer.Layer<ServerNonces, E>) =>
  it.layer(nonces, { timeout: "60 seconds" })(`ServerNonces contract: ${name}`, (it) => {
    it.effect("returns the latest nonce by origin and role", () =>
      Effect.gen(function* () {
        const { find, put } = yield* ServerNonces;
        const origin = `https://${randomUUID()}.example`;
        assert.isTrue(Option.isNone(yield* find("resource-server", origin)));
        yield* put("resource-server", origin, "one");
        yield* put("resource-server", origin, "two");
        yield* put("authorization-server", origin, "three");
        yield* put("resource-server", `${origin}:8443`, "four");
        const found = Option.getOrThrow(yield* find("resource-server", origin));
        assert.strictEqual(found.nonce, "two");
        assert.isAtLeast(found.age, 0);
        assert.isBelow(found.age, 60_000);
        assert.strictEqual(Option.getOrThrow(yield* find("authorization-server", origin)).nonce, "three");
      })
    );

    it.effect("stores concurrent updates", () =>
      Effect.gen(function* () {
        const { find, put } = yield* ServerNonces;
        const origin = `https://${randomUUID()}.example`;
        const all = Array.from({ length: 20 }, (_, at) => `nonce${at}`);
        yield* Effect.forEach(all, (nonce) => put("resource-server", origin, nonce), { concurrency: "unbounded" });
        assert.include(all, Option.getOrThrow(yield* find("resource-server", origin)).nonce);
      })
    );
  });
