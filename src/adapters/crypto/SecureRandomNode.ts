import { randomBytes } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { SecureRandom } from "../../domain/crypto/SecureRandom.ts";

/** Implements `SecureRandom` with the generator of the operating system. */
export const layer: Layer.Layer<SecureRandom> = Layer.succeed(
  SecureRandom,
  SecureRandom.of({ bytes: (count) => Effect.sync(() => new Uint8Array(randomBytes(count))) })
);
