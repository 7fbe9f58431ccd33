import * as Data from "effect/Data";

/**
 * How commands end: the command ran and failed or was refused; what was typed cannot be right; the database, or whatever
 * else it needs, is not there now and may be later; somebody pressed Ctrl-C.
 */
export const exitCode = { failure: 1, usage: 2, unavailable: 3, interrupted: 130 } as const;

/** How a command ends that did not do what it was asked for: each of `lines` goes to the operator. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  readonly exitCode: number;
  readonly lines: ReadonlyArray<string>;
  /** What `--json` says instead. */
  readonly json: Readonly<Record<string, unknown>>;
  /** For `--log-level debug` only. */
  readonly cause?: unknown;
}> {}

/** A failure that one line tells; `error` is its name for programs. */
export const failure = (error: string, line: string, cause?: unknown): CommandFailed =>
  new CommandFailed({ exitCode: exitCode.failure, lines: [line], json: { error, message: line }, cause });

/** Something that is not there now, and may be later. */
export const unavailable = (line: string, cause?: unknown): CommandFailed =>
  new CommandFailed({
    exitCode: exitCode.unavailable,
    lines: line.split("\n"),
    json: { error: "unavailable", message: line },
    cause
  });

/** Something that was typed and cannot be right. */
export const badUsage = (...lines: ReadonlyArray<string>): CommandFailed =>
  new CommandFailed({ exitCode: exitCode.usage, lines, json: { error: "usage", message: lines.join("; ") } });
