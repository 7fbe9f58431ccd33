import * as Data from "effect/Data";

/** The command ran and failed, or what was typed cannot be right. */
export const exitCode = { failure: 1, usage: 2 } as const;

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

/** Something that was typed and cannot be right. */
export const badUsage = (...lines: ReadonlyArray<string>): CommandFailed =>
  new CommandFailed({ exitCode: exitCode.usage, lines, json: { error: "usage", message: lines.join("; ") } });
