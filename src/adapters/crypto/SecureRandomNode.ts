import { randomBytes } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { SecureRandom } from "../../domain/crypto/SecureRandom.ts";

/** `SecureRandom` from the operating system's generator. */
export const layer: Layer.Layer<SecureRandom> = Layer.succeed(
  SecureRandom,
  SecureRandom.of({ bytes: (count) => Effect.sync(() => new Uint8Array(randomBytes(count))) })
);
