import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { type HashedSecret, hashSecret } from "../../../domain/client/authentication/ClientSecret.ts";
import { randomText, type SecureRandom } from "../../../domain/crypto/SecureRandom.ts";

/** Generates a client secret of 43 base64url characters, and the hash that is stored. */
export const freshSecret: Effect.Effect<
  { readonly secret: Redacted.Redacted<string>; readonly hashed: HashedSecret },
  never,
  SecureRandom
> = Effect.gen(function* () {
  const secret = yield* randomText(32);
  return { secret: Redacted.make(secret), hashed: hashSecret(yield* randomText(16), secret) };
});
