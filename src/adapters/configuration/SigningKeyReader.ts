import type { NonEmptyReadonlyArray } from "effect/Array";
import type * as Effect from "effect/Effect";
import type * as Either from "effect/Either";
import type * as Redacted from "effect/Redacted";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";

/** What the configuration needs of whoever knows keys: to read them, and to make one. */
export interface SigningKeyReader {
  /** Left is the end of a sentence that begins with the variable's name; it never repeats the value. */
  readonly parse: (text: string) => Either.Either<NonEmptyReadonlyArray<SigningKey>, string>;
  /** A new key in a form that `parse` reads. */
  readonly generate: Effect.Effect<Redacted.Redacted>;
}
