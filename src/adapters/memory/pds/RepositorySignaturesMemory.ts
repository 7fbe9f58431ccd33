import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { sha256 } from "../../../domain/crypto/sha256.ts";
import { isSignedBy } from "../../../domain/sync/repository/isSignedBy.ts";
import { RepositorySignatures } from "../../../domain/sync/repository/RepositorySignatures.ts";

/** Implements `RepositorySignatures` in JavaScript alone. */
export const layer = Layer.succeed(RepositorySignatures, {
  verify: (key, message, signature) => Effect.sync(() => isSignedBy(key, message, signature)),
  sha256
});
