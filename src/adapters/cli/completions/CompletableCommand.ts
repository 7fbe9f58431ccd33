import type { Parameter } from "../command/CommandShape.ts";
import type { CommandName } from "../help/commandHelp.ts";

/** A command as completions know it. */
export interface CompletableCommand {
  readonly command: CommandName;
  readonly options: ReadonlyArray<Parameter>;
  /** Whether its arguments, if it has any, are files. */
  readonly takesFiles: boolean;
}

/** The values that an option may have; none where it may have any. */
export const choicesOf = ({ value }: Parameter): ReadonlyArray<string> =>
  value?.includes(" | ") ? value.split(" | ") : [];

/** Whether an option takes the name of a file. */
export const takesFile = ({ value }: Parameter): boolean => value === "path" || value === "file";

/** The words that may follow a group, or nothing; each once. */
export const nextWords = (all: ReadonlyArray<CompletableCommand>, group: string): ReadonlyArray<string> => {
  const start = group === "" ? "" : `${group} `;
  const next = all.flatMap(({ command }) =>
    command.startsWith(start) ? (command.slice(start.length).split(" ")[0] ?? "") : ""
  );
  return [...new Set(next)].filter(Boolean);
};

/** The groups of the commands. */
export const groupsOf = (all: ReadonlyArray<CompletableCommand>): ReadonlyArray<string> => [
  ...new Set(all.flatMap(({ command }) => (command.includes(" ") ? (command.split(" ")[0] ?? []) : [])))
];
