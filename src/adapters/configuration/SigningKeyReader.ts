import type { NonEmptyReadonlyArray } from "effect/Array";
import type * as Effect from "effect/Effect";
import type * as Either from "effect/Either";
import type * as Redacted from "effect/Redacted";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";

/** Reads and generates signing keys for the configuration. */
export interface SigningKeyReader {
  /** Left is the end of a sentence that begins with the name of the variable, without its value. */
  readonly parse: (text: string) => Either.Either<NonEmptyReadonlyArray<SigningKey>, string>;
  /** Generates a key in a form that `parse` reads. */
  readonly generate: Effect.Effect<Redacted.Redacted>;
}
