import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { SecretUses } from "../../src/domain/client/use/SecretUses.ts";

/** When each secret of a client was last used. */
export const secretUsesContract = <E>(name: string, uses: Layer.Layer<SecretUses, E>) =>
  it.layer(uses, { timeout: "60 seconds" })(`SecretUses contract: ${name}`, (it) => {
    it.effect("returns the last use of each secret, and none of a client that used none", () =>
      Effect.gen(function* () {
        const { lastUses, note } = yield* SecretUses;
        const clientId = `client_${randomUUID()}`;
        assert.deepStrictEqual([...(yield* lastUses(clientId))], []);
        yield* TestClock.setTime(1_000);
        yield* note(clientId, "old");
        yield* note(clientId, "new");
        yield* TestClock.setTime(2_000);
        yield* note(clientId, "new");
        yield* note(`client_${randomUUID()}`, "old");
        const expected = new Map([
          ["old", 1_000],
          ["new", 2_000]
        ]);
        assert.deepStrictEqual(yield* lastUses(clientId), expected);
        assert.deepStrictEqual(yield* lastUses(clientId), expected);
      })
    );
  });
