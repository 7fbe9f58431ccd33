import { assert, describe, it } from "@effect/vitest";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import * as Effect from "effect/Effect";
import { base58btc } from "multiformats/bases/base58";
import {
  makeSignatureVerifier,
  type SignatureVerifier
} from "../../../../src/adapters/crypto/signatures/makeSignatureVerifier.ts";
import { SignatureQueue } from "../../../../src/adapters/crypto/signatures/SignatureQueue.ts";
import { SignatureThread } from "../../../../src/adapters/crypto/signatures/SignatureThread.ts";

const { publicKey, secretKey } = secp256k1.keygen();
const key = base58btc.encode(Uint8Array.from([0xe7, 0x01, ...publicKey]));

/** Messages in one buffer with something before and after them, as parts of a frame are. Every third one is forged. */
const checks = Array.from({ length: 100 }, (_, n) => {
  const isForged = n % 3 === 0;
  const message = new TextEncoder().encode(`…commit ${n}…`).subarray(3, -3);
  const signature = secp256k1.sign(isForged ? new Uint8Array([n]) : message, secretKey, { lowS: true });
  return { key, message, signature, isValid: !isForged };
});

const thread = (options: { readonly failed: (reason: string) => void; readonly entry?: URL }) =>
  Effect.acquireRelease(
    Effect.sync(() => new SignatureThread(options)),
    (running) => Effect.sync(() => running.stop())
  );

const untilReady = (running: SignatureThread) =>
  Effect.promise(async () => {
    while (!running.isReady()) await new Promise((resolve) => setImmediate(resolve));
  });

const verified = (queue: SignatureQueue) =>
  Effect.forEach(
    checks,
    (check) => Effect.async<boolean>((resume) => queue.add(check, (valid) => resume(Effect.succeed(valid)))),
    {
      concurrency: "unbounded"
    }
  );

const expected = checks.map(({ isValid }) => isValid);

/** A verifier that counts how often this thread verifies. */
const counting = (verify: SignatureVerifier) => {
  const counted = { here: 0 };
  const count: SignatureVerifier = (...check) => {
    counted.here += 1;
    return verify(...check);
  };
  return { count, counted };
};

describe("signatures of many commits", () => {
  it.live("are verified by a thread once it is ready, and by this one before", () =>
    Effect.gen(function* () {
      const { count, counted } = counting(yield* Effect.promise(makeSignatureVerifier));
      const running = yield* thread({ failed: assert.fail });
      const queue = new SignatureQueue(count, running);
      assert.deepStrictEqual(yield* verified(queue), expected);
      assert.strictEqual(counted.here, checks.length);
      yield* untilReady(running);
      assert.deepStrictEqual(yield* verified(queue), expected);
      // The last few of a turn of the event loop cost less here.
      assert.isAtMost(counted.here - checks.length, 4);
    }).pipe(Effect.scoped)
  );

  it.live("are verified by this thread if the other one stops while they wait, and afterwards", () =>
    Effect.gen(function* () {
      const reasons: Array<string> = [];
      const entry = new URL("./failingSignatureWorker.ts", import.meta.url);
      const running = yield* thread({ failed: (reason) => reasons.push(reason), entry });
      yield* untilReady(running);
      const queue = new SignatureQueue(yield* Effect.promise(makeSignatureVerifier), running);
      assert.deepStrictEqual(yield* verified(queue), expected);
      assert.deepStrictEqual(reasons, ["it ended with the code 3"]);
      assert.isFalse(running.isReady());
      assert.deepStrictEqual(yield* verified(queue), expected);
    }).pipe(Effect.scoped)
  );
});
