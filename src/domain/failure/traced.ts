import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { YieldWrap } from "effect/Utils";
import { runInSpan } from "../tracing/inSpan.ts";
import { currentSpan, type SpanStart } from "../tracing/Span.ts";

/** A step as `Cause.pretty` prints it below the stack of an error, with the step that ran it. */
interface Step {
  readonly _tag: "Span";
  readonly name: string;
  readonly parent: Option.Option<Step>;
}

/** The property in which Effect keeps the step that an error happened in. */
const stepKey = Symbol.for("effect/SpanAnnotation");

/** `Cause.pretty` prints no more. This also bounds what an error collects that is raised again and again. */
const maxSteps = 10;

/** The steps that an error has passed through, from the innermost. */
const passed = new WeakMap<Error, ReadonlyArray<string>>();

const chained = (names: ReadonlyArray<string>): Option.Option<Step> =>
  names.reduceRight((parent, name) => Option.some<Step>({ _tag: "Span", name, parent }), Option.none<Step>());

/** What a generator of effects yields. */
type Yielded = YieldWrap<Unknown>;
type Unknown = Effect.Effect<unknown, unknown, unknown>;
type ErrorOf<Eff> = [Eff] extends [never]
  ? never
  : [Eff] extends [YieldWrap<Effect.Effect<infer _A, infer E, infer _R>>]
    ? E
    : never;
type ServicesOf<Eff> = [Eff] extends [never]
  ? never
  : [Eff] extends [YieldWrap<Effect.Effect<infer _A, infer _E, infer R>>]
    ? R
    : never;

/** Adds the step that ran those that the error has passed through. The error keeps its identity and its equality. */
const addStep = (error: unknown, name: string): void => {
  if (!(error instanceof Error) || !Object.isExtensible(error)) return;
  const names = [...(passed.get(error) ?? []), name];
  if (names.length > maxSteps) return;
  passed.set(error, names);
  Object.defineProperty(error, stepKey, { value: Option.getOrNull(chained(names)), configurable: true });
};

/** Returns where the caller of a function is, by the stack of an error that was created in that function. */
const callerOf = ({ stack = "" }: Error): string =>
  /\bat (?:.*\()?(\S+:\d+:\d+)/.exec(stack.split("\n")[2] ?? "")?.[1] ?? "";

const addsStep = (name: string, call: Error) => {
  let line: string | null = null;
  return <E>(cause: Cause.Cause<E>): Effect.Effect<never, E> => {
    line ??= `${name} (${callerOf(call)})`;
    for (const error of [...Cause.failures(cause), ...Cause.defects(cause)]) addStep(error, line);
    return Effect.failCause(cause);
  };
};

/**
 * Names a step of the program, and its place, in the stack traces of errors that pass through it. A span of Effect does the
 * same for every call, whether it fails or not: it copies the map of all services, and captures two stacks.
 */
export const inStep = (name: string): (<A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) => {
  const onFailure = addsStep(name, new Error(name));
  return (effect) => Effect.catchAllCause(effect, onFailure);
};

/**
 * Returns what makes functions of a generator, as `Effect.fnUntraced` does, or of a function that returns an effect. Their
 * errors name the function: `traced("endSession")(function* (…) {…})`. Each call is a span if its trace is recorded.
 */
export const traced = (name: string) => {
  const onFailure = addsStep(name, new Error(name));
  const start: SpanStart = { kind: "use-case", name };
  function make<Eff extends Yielded, A, Args extends Array<unknown>>(
    body: (...args: Args) => Generator<Eff, A, never>
  ): (...args: Args) => Effect.Effect<A, ErrorOf<Eff>, ServicesOf<Eff>>;
  function make<A, E, R, Args extends Array<unknown>>(
    body: (...args: Args) => Effect.Effect<A, E, R>
  ): (...args: Args) => Effect.Effect<A, E, R>;
  function make(body: (...args: Array<unknown>) => Generator<Yielded, unknown, never> | Unknown) {
    return (...args: Array<unknown>) => {
      const run = () => {
        const made = body(...args);
        return Effect.isEffect(made) ? made : Effect.gen(() => made);
      };
      const measured = Effect.withFiberRuntime<unknown, unknown, unknown>((fiber) => {
        const span = fiber.getFiberRef(currentSpan)?.begin(start) ?? null;
        return span === null ? run() : runInSpan(span, Effect.suspend(run));
      });
      return Effect.catchAllCause(measured, onFailure);
    };
  }
  return make;
};
