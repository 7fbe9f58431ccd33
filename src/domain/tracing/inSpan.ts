import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { errorTypeOf } from "./errorTypeOf.ts";
import { currentSpan, type Span, type SpanStart } from "./Span.ts";

const endWith = (span: Span, exit: Exit.Exit<unknown, unknown>): Effect.Effect<void> =>
  Effect.sync(() => span.end(Exit.isFailure(exit) ? errorTypeOf(exit.cause) : null));

/** Runs work within a span, which ends with it. */
export const runInSpan = <A, E, R>(span: Span, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onExit(Effect.locally(work, currentSpan, span), (exit) => endWith(span, exit));

/** Runs work within a span below the current one, if traces are on. `describe` sets its attributes. */
export const inSpan =
  (start: SpanStart, describe?: (span: Span) => void) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) => {
      const span = fiber.getFiberRef(currentSpan)?.begin(start) ?? null;
      if (span === null) return work;
      describe?.(span);
      return runInSpan(span, work);
    });

/** Runs work that outlives the current span: it begins traces of its own. */
export const outsideOfSpans = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => {
    const span = fiber.getFiberRef(currentSpan);
    return span === null ? work : Effect.locally(work, currentSpan, span.process);
  });
