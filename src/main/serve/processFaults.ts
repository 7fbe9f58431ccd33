import * as Cause from "effect/Cause";
import * as Data from "effect/Data";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import type * as Scope from "effect/Scope";
import { isConnectionError } from "./isConnectionError.ts";

/** How long an orderly stop may take after a fault, in milliseconds. */
const stopTimeoutMs = 10_000;

/** An exception that no code handled ended the service. The message is one line for the operator; the stack is logged. */
class ProcessFault extends Data.TaggedError("ProcessFault")<{ readonly message: string }> {}

const faultOf = (error: unknown): ProcessFault =>
  new ProcessFault({
    message: `An unhandled error stopped the service; its stack is in the log: ${error instanceof Error ? error.message : String(error)}`
  });

/**
 * Handles what no other code handled, for the scope: a lost connection and a rejected promise are logged, and the process
 * goes on; after any other exception the effect that this gives fails, so that the service stops in order (decision 37).
 */
export const catchProcessFaults: Effect.Effect<Effect.Effect<never, ProcessFault>, never, Scope.Scope> = Effect.gen(
  function* () {
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    const fault = yield* Deferred.make<never, ProcessFault>();
    const log = (message: string, error: unknown) => void runFork(Effect.logError(message, Cause.die(error)));
    const onRejection = (reason: unknown) => log("A promise was rejected and nobody handled it", reason);
    const onException = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
      if (origin === "unhandledRejection") return onRejection(error);
      if (isConnectionError(error)) return log("A connection was lost and nobody handled it", error);
      log("An exception was thrown and nobody handled it", error);
      Deferred.unsafeDone(fault, Effect.fail(faultOf(error)));
      setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    };
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("unhandledRejection", onRejection).on("uncaughtException", onException)),
      () => Effect.sync(() => process.off("unhandledRejection", onRejection).off("uncaughtException", onException))
    );
    return Deferred.await(fault);
  }
);

/** Keeps a log that nobody reads from ending the process. */
export const ignoreOutputErrors = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
};
