import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";
import { parseVerifierKey } from "../../domain/transparency/VerifierKey.ts";

/** Returns the key of every signature that a stored checkpoint has, the latest first. */
export const publishedKeys = Effect.gen(function* () {
  const keys = yield* (yield* SealedTree).verifierKeys;
  return keys.flatMap((key) => Option.toArray(Either.getRight(parseVerifierKey(key))));
});
