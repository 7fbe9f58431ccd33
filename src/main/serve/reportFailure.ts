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

/** What went wrong, and what was behind it where something was. */
const failureText = (error: Error): string =>
  error.cause instanceof Error ? `${error.message}: ${innermost(error.cause)}` : error.message;

/** What a decision of the start came upon in its stream. */
const laterEvent = (cause: Cause.Cause<Error>): Option.Option<UnreadableRecord> =>
  Option.filter(Cause.dieOption(cause), (defect) => defect instanceof UnreadableRecord);

/** Tells the operator why the service does not run: a foreseen failure by its own lines, anything else by its cause. */
export const reportFailure = (cause: Cause.Cause<Error>): Effect.Effect<void> => {
  if (Cause.isInterruptedOnly(cause)) return Effect.void;
  const text = Option.match(
    Option.orElse(Cause.failureOption(cause), () => laterEvent(cause)),
    {
      onNone: () => Cause.pretty(cause, { renderErrorCause: true }),
      onSome: failureText
    }
  );
  const lines = text.split("\n").map((line) => `tidemark: ${line}`);
  return Effect.zipRight(Console.error(lines.join("\n")), setExitCode);
};
