import { randomBytes } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { RandomPool } from "../../domain/crypto/RandomPool.ts";
import { SecureRandom } from "../../domain/crypto/SecureRandom.ts";

/** Up to this number, bytes are cut from a pool. */
const shortest = 64;

/** Implements `SecureRandom` with the generator of the operating system. */
export const layer: Layer.Layer<SecureRandom> = Layer.sync(SecureRandom, () => {
  const pool = new RandomPool(randomBytes);
  return SecureRandom.of({
    bytes: (count) => Effect.sync(() => new Uint8Array(count > shortest ? randomBytes(count) : pool.take(count)))
  });
});
