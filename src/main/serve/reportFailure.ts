import * as Cause from "effect/Cause";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { UnreadableRecord } from "../../domain/event/UnreadableRecord.ts";

const setExitCode = Effect.sync(() => {
  process.exitCode = 1;
});

const innermost = (error: Error): string =>
  error.cause instanceof Error ? innermost(error.cause) : (error.message.split("\n", 1)[0] ?? "");

/** The message of an error, with that of its innermost cause. */
const messageOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message}: ${innermost(error.cause)}` : error.message;

/** An event of a later version that the start found in a stream. */
const laterEvent = (cause: Cause.Cause<Error>): Option.Option<UnreadableRecord> =>
  Option.filter(Cause.dieOption(cause), (defect) => defect instanceof UnreadableRecord);

/** Returns why the service cannot run: the lines of an expected failure, or else the cause with its stack. */
export const failureText = (cause: Cause.Cause<Error>): string =>
  Option.match(
    Option.orElse(Cause.failureOption(cause), () => laterEvent(cause)),
    {
      onNone: () => Cause.pretty(cause, { renderErrorCause: true }),
      onSome: messageOf
    }
  );

/** Prints why the service cannot run. */
export const reportFailure = (cause: Cause.Cause<Error>): Effect.Effect<void> => {
  if (Cause.isInterruptedOnly(cause)) return Effect.void;
  const lines = failureText(cause)
    .split("\n")
    .map((line) => `tidemark: ${line}`);
  return Effect.zipRight(Console.error(lines.join("\n")), setExitCode);
};
