import type { NonEmptyReadonlyArray } from "effect/Array";
import type * as Effect from "effect/Effect";
import type * as Either from "effect/Either";
import type * as Redacted from "effect/Redacted";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";
import type { AuditKey } from "../../domain/transparency/AuditKey.ts";

/** Reads and generates keys of one kind for the configuration. */
export interface KeyReader<Key> {
  /** Left is the end of a sentence that begins with the name of the variable, without its value. */
  readonly parse: (text: string) => Either.Either<NonEmptyReadonlyArray<Key>, string>;
  /** Generates a key in a form that `parse` reads. */
  readonly generate: Effect.Effect<Redacted.Redacted>;
}

/** Reads and generates the keys that sign tokens, and those that sign checkpoints of the log. */
export interface SigningKeyReader extends KeyReader<SigningKey> {
  readonly audit: KeyReader<AuditKey>;
}
