import type * as Effect from "effect/Effect";
import type { CommandFailed } from "./CommandFailed.ts";
import type { CommandServices } from "./CommandServices.ts";
import type { Parameter } from "./Parameter.ts";

/** Returns the value that was typed for a parameter of the command. */
export type Given = <Value>(parameter: Parameter<Value>) => Value;

/** Runs a command on what was typed. */
export type Run = (given: Given) => Effect.Effect<void, CommandFailed, CommandServices>;

interface Described {
  /** What it does, in sentences. */
  readonly description: string;
  readonly examples: ReadonlyArray<string>;
}

/** A word that stands before other commands. */
export interface CommandGroup extends Described {
  readonly _tag: "Group";
}

/** The declaration of a command. Parsing, help, docs/commands.md and shell completion follow from it. */
export interface Command extends Described {
  readonly _tag: "Command";
  readonly parameters: ReadonlyArray<Parameter<unknown>>;
  /** What `--json` prints, with example values; undefined if it prints one line per event, or nothing. */
  readonly jsonExample?: unknown;
  /** What exit codes mean for this command, where that is more specific than `exits`. */
  readonly exits?: Readonly<Record<number, string>>;
  /** Whether it needs a database that exists; without one, every other command with stores creates the embedded one. */
  readonly needsDatabase?: boolean;
  /** Imports the code of the command: help and usage errors do without it. */
  readonly load: () => Promise<Run>;
}

/** Declares a group of commands. */
export const group = (declaration: Omit<CommandGroup, "_tag">): CommandGroup => ({ _tag: "Group", ...declaration });

/** Declares a command. */
export const command = (declaration: Omit<Command, "_tag">): Command => ({ _tag: "Command", ...declaration });

/** What exit codes mean; a script may try again after 3. */
export const exits: Readonly<Record<number, string>> = {
  0: "Done.",
  1: "Failed, or refused.",
  2: "Wrong usage.",
  3: "The database, or another service that the command needs, is unavailable.",
  130: "Interrupted."
};
