import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as SecretCipherAesGcm from "../../../src/adapters/crypto/SecretCipherAesGcm.ts";
import { SecretCipher } from "../../../src/domain/crypto/SecretCipher.ts";

const first = Redacted.make("first secret, of more than 32 characters");
const second = Redacted.make("second secret, of more than 32 characters");
const plaintext = new TextEncoder().encode("tokens of alice");

const cipher = (...secrets: readonly [Redacted.Redacted, ...Array<Redacted.Redacted>]) =>
  Effect.provide(SecretCipher, SecretCipherAesGcm.layer({ secrets }));

const reasonOf = <A>(effect: Effect.Effect<A, { readonly reason: string }>) =>
  effect.pipe(
    Effect.flip,
    Effect.map((failure) => failure.reason)
  );

describe("SecretCipherAesGcm", () => {
  it.effect("decrypts what it encrypted, including an empty value", () =>
    Effect.gen(function* () {
      const { seal, unseal } = yield* cipher(first);
      for (const bytes of [plaintext, new Uint8Array()]) {
        assert.deepStrictEqual(yield* unseal("row", yield* seal("row", bytes)), bytes);
      }
    })
  );

  it.effect("encrypts the same value twice under different nonces", () =>
    Effect.gen(function* () {
      const { seal } = yield* cipher(first);
      const [one, other] = [yield* seal("row", plaintext), yield* seal("row", plaintext)];
      assert.notDeepEqual(one.bytes, other.bytes);
      assert.strictEqual(one.bytes.length, 12 + plaintext.length + 16);
    })
  );

  it.effect("PR-03 decrypts a value only in its own row", () =>
    Effect.gen(function* () {
      const { seal, unseal } = yield* cipher(first);
      const sealed = yield* seal("session-a", plaintext);
      assert.strictEqual(yield* reasonOf(unseal("session-b", sealed)), "not-authentic");
    })
  );

  it.effect("refuses a value with any byte changed or cut off", () =>
    Effect.gen(function* () {
      const { seal, unseal } = yield* cipher(first);
      const { bytes, keyId } = yield* seal("row", plaintext);
      for (const index of bytes.keys()) {
        const changed = bytes.map((byte, at) => (at === index ? byte ^ 1 : byte));
        assert.strictEqual(yield* reasonOf(unseal("row", { keyId, bytes: changed })), "not-authentic");
        assert.strictEqual(yield* reasonOf(unseal("row", { keyId, bytes: bytes.subarray(0, index) })), "not-authentic");
      }
    })
  );

  it.effect("PR-04 decrypts with every configured secret, encrypts with the first, and forgets removed ones", () =>
    Effect.gen(function* () {
      const [old, rotated, fresh] = [yield* cipher(first), yield* cipher(second, first), yield* cipher(second)];
      const before = yield* old.seal("row", plaintext);
      const after = yield* rotated.seal("row", plaintext);
      assert.deepStrictEqual(yield* rotated.unseal("row", before), plaintext);
      assert.deepStrictEqual(yield* fresh.unseal("row", after), plaintext);
      assert.strictEqual(yield* reasonOf(fresh.unseal("row", before)), "unknown-key");
      assert.notStrictEqual(before.keyId, after.keyId);
    })
  );

  it.effect("encrypts under a presented secret: only that secret decrypts, in the same row, in every process", () =>
    Effect.gen(function* () {
      const [here, there] = [yield* cipher(first), yield* cipher(second)];
      const sealed = yield* here.sealUnder("refresh token", "row", plaintext);
      assert.deepStrictEqual(yield* there.unsealUnder("refresh token", "row", sealed), plaintext);
      assert.strictEqual(yield* reasonOf(here.unsealUnder("another token", "row", sealed)), "not-authentic");
      assert.strictEqual(yield* reasonOf(here.unsealUnder("refresh token", "other", sealed)), "not-authentic");
      assert.strictEqual(yield* reasonOf(here.unseal("row", sealed)), "unknown-key");
      const ours = yield* here.seal("row", plaintext);
      assert.strictEqual(yield* reasonOf(here.unsealUnder("refresh token", "row", ours)), "unknown-key");
    })
  );
});
