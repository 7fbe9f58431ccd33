import * as Data from "effect/Data";
import * as Effect from "effect/Effect";

/** Why the demo cannot run or has stopped; `message` is one line for the user. */
export class DemoFailed extends Data.TaggedError("DemoFailed")<{ readonly message: string }> {}

/** Runs a step whose failure ends the demo with a message of what failed and why. */
export const step = <A>(what: string, run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, DemoFailed> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => new DemoFailed({ message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}` })
  });
