import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Encoding from "effect/Encoding";

/** The source of randomness for tokens, codes, keys and identifiers. */
export class SecureRandom extends Context.Tag("domain/SecureRandom")<
  SecureRandom,
  {
    /** Returns `count` bytes from a cryptographically secure generator. */
    readonly bytes: (count: number) => Effect.Effect<Uint8Array>;
  }
>() {}

/** Returns `count` random bytes in base64url without padding. */
export const randomText = (bytes: number): Effect.Effect<string, never, SecureRandom> =>
  Effect.flatMap(SecureRandom, (random) => Effect.map(random.bytes(bytes), Encoding.encodeBase64Url));
