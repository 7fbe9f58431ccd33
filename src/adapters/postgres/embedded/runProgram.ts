import { execFile } from "node:child_process";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import type { ServerUser } from "./ServerUser.ts";

class ProgramFailed extends Data.TaggedError("ProgramFailed")<{
  readonly code: string;
  readonly message: string;
}> {}

export interface Program {
  readonly file: string;
  readonly arguments: ReadonlyArray<string>;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: Partial<ServerUser>;
}

/** The path in which programs find others, such as the shell of initdb. */
export const searchPath = process.env.PATH ?? "/usr/bin:/bin";

/** Runs a program to its end. Fails with the errno if it does not start, otherwise with its exit code and error output. */
export const runProgram = (program: Program): Effect.Effect<void, ProgramFailed> =>
  Effect.async<void, ProgramFailed>((resume, signal) => {
    const options = { cwd: program.folder, env: { ...program.environment }, ...program.user, signal };
    execFile(program.file, [...program.arguments], options, (error, _output, errors) =>
      resume(error ? new ProgramFailed({ code: String(error.code), message: errors || error.message }) : Effect.void)
    );
  });
