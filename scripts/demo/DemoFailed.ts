import * as Data from "effect/Data";
import * as Effect from "effect/Effect";

/** Why the demo does not run, or stopped: `message` is a line for whoever started it. */
export class DemoFailed extends Data.TaggedError("DemoFailed")<{ readonly message: string }> {}

/** A step whose failure ends the demo, told by what was tried and the reason. */
export const step = <A>(what: string, run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, DemoFailed> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => new DemoFailed({ message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}` })
  });
