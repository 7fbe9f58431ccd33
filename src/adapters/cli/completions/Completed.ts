import type { Parameter } from "../CommandShape.ts";
import type { CommandWords } from "../commandHelp.ts";

/** A command as completions know it. */
export interface Completed {
  readonly command: CommandWords;
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
export const wordsBelow = (all: ReadonlyArray<Completed>, group: string): ReadonlyArray<string> => {
  const start = group === "" ? "" : `${group} `;
  const next = all.flatMap(({ command }) =>
    command.startsWith(start) ? (command.slice(start.length).split(" ")[0] ?? "") : ""
  );
  return [...new Set(next)].filter(Boolean);
};

/** The groups of the commands. */
export const groupsOf = (all: ReadonlyArray<Completed>): ReadonlyArray<string> => [
  ...new Set(all.flatMap(({ command }) => (command.includes(" ") ? (command.split(" ")[0] ?? []) : [])))
];
