import * as Data from "effect/Data";
import { usageFailure } from "../report/failureText.ts";
import { exitCode } from "./exitCode.ts";

/** A command failed: `lines` are printed on standard error, and the process ends with `exitCode`. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  readonly exitCode: number;
  readonly lines: ReadonlyArray<string>;
  /** What `--json` prints instead of the lines. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Logged at the level debug only. */
  readonly cause?: unknown;
}> {}

/** A failure that one line explains; `error` is its code for programs. */
export const failure = (error: string, line: string, cause?: unknown): CommandFailed =>
  new CommandFailed({ exitCode: exitCode.failure, lines: [line], json: { error, message: line }, cause });

/** A failure because something is unavailable now and may be available later. */
export const unavailable = (line: string, cause?: unknown): CommandFailed =>
  new CommandFailed({
    exitCode: exitCode.unavailable,
    lines: line.split("\n"),
    json: { error: "unavailable", message: line },
    cause
  });

/** A failure because of what was typed. */
export const badUsage = (...lines: ReadonlyArray<string>): CommandFailed =>
  new CommandFailed({ exitCode: exitCode.usage, ...usageFailure(lines) });

/** Adds a line to a failure because of what was typed; any other failure stays as it is. */
export const withUsageLine = (failed: CommandFailed, line: string): CommandFailed =>
  failed.json.error === "usage" && !failed.lines.includes(line) ? badUsage(...failed.lines, line) : failed;
