import * as Cause from "effect/Cause";
import * as Data from "effect/Data";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import type * as Scope from "effect/Scope";
import { isConnectionError } from "./isConnectionError.ts";

/** The timeout for an orderly stop after a fault, in milliseconds. */
const stopTimeoutMs = 10_000;

/** An unhandled exception stopped the service. `message` is one line for the operator; the stack is in the log. */
export class ProcessFault extends Data.TaggedError("ProcessFault")<{ readonly message: string }> {}

const faultOf = (error: unknown): ProcessFault =>
  new ProcessFault({
    message: `An unhandled error stopped the service; its stack is in the log: ${error instanceof Error ? error.message : String(error)}`
  });

/**
 * Handles unhandled errors for the scope. A lost connection or a rejected promise is logged and the process continues. Any
 * other exception fails the returned effect, so that the service stops in order (decision 37).
 */
export const catchProcessFaults: Effect.Effect<Effect.Effect<never, ProcessFault>, never, Scope.Scope> = Effect.gen(
  function* () {
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    const fault = yield* Deferred.make<never, ProcessFault>();
    const log = (message: string, error: unknown) => void runFork(Effect.logError(message, Cause.die(error)));
    const onRejection = (reason: unknown) => log("A rejected promise was not handled", reason);
    const onException = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
      if (origin === "unhandledRejection") return onRejection(error);
      if (isConnectionError(error)) return log("The loss of a connection was not handled", error);
      log("An exception was not handled", error);
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

/** Lets the process continue when nobody reads its output. */
export const ignoreOutputErrors = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
};
