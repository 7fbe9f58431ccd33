import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import { RepositorySignatures } from "../../domain/sync/repository/RepositorySignatures.ts";
import { makeSignatureVerifier, sha256 } from "./signatures/makeSignatureVerifier.ts";
import { SignatureQueue } from "./signatures/SignatureQueue.ts";
import { SignatureThread } from "./signatures/SignatureThread.ts";

/**
 * Implements `RepositorySignatures` with libsecp256k1 in WebAssembly for K-256, which most accounts use, and OpenSSL for
 * P-256. Many signatures at a time are verified in a thread of their own.
 */
export const layer: Layer.Layer<RepositorySignatures> = Layer.scoped(
  RepositorySignatures,
  Effect.gen(function* () {
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    const failed = (reason: string) => {
      runFork(
        Effect.logError(
          `The thread that verifies signatures failed: ${reason}. The main thread verifies them meanwhile`
        )
      );
    };
    const thread = yield* Effect.acquireRelease(
      Effect.sync(() => new SignatureThread({ failed })),
      (running) => Effect.sync(() => running.stop())
    );
    const queue = new SignatureQueue(yield* Effect.promise(makeSignatureVerifier), thread);
    return RepositorySignatures.of({
      verify: (key, message, signature) =>
        signature.length === 64
          ? Effect.async((resume) => queue.add({ key, message, signature }, (valid) => resume(Effect.succeed(valid))))
          : Effect.succeed(false),
      sha256
    });
  })
);
