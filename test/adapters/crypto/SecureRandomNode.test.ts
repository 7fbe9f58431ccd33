import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import { randomText } from "../../../src/domain/crypto/SecureRandom.ts";

it.effect("AC-01 generates 10,000 distinct strings of 160 bits", () =>
  Effect.gen(function* () {
    const texts = new Set<string>();
    for (let count = 0; count < 10_000; count += 1) texts.add(yield* randomText(20));
    assert.strictEqual(texts.size, 10_000);
    for (const text of texts) assert.match(text, /^[A-Za-z0-9_-]{27}$/);
  }).pipe(Effect.provide(SecureRandomNode.layer))
);
