import type { Parameter } from "../command/Parameter.ts";

/** A command as shells complete it. */
export interface CompletableCommand {
  readonly name: string;
  readonly options: ReadonlyArray<Parameter<unknown>>;
  /** Whether its arguments, if it has any, are files. */
  readonly takesFiles: boolean;
}

/** Everything that shells complete. */
export interface Completable {
  readonly commands: ReadonlyArray<CompletableCommand>;
  /** The words that stand before other commands. */
  readonly groups: ReadonlyArray<string>;
  /** The description of a command or group, by its words. */
  readonly describe: (words: string) => string;
}

/** The words that may follow a group, or `tidemark` itself for the empty group; each once. */
export const nextWords = ({ commands }: Completable, group: string): ReadonlyArray<string> => {
  const start = group === "" ? "" : `${group} `;
  const next = commands.flatMap(({ name }) =>
    name.startsWith(start) ? (name.slice(start.length).split(" ")[0] ?? "") : ""
  );
  return [...new Set(next)].filter(Boolean);
};

/** The words of all groups and commands. */
export const allNames = ({ commands, groups }: Completable): ReadonlyArray<string> => [
  ...groups,
  ...commands.map(({ name }) => name)
];
