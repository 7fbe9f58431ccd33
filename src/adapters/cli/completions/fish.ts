import type { Parameter } from "../command/Parameter.ts";
import { allNames, type Completable, type CompletableCommand, nextWords } from "./Completable.ts";

const quoted = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;

const complete = (typed: string, ...more: ReadonlyArray<string>): string =>
  `complete -c tidemark -n ${quoted(`__tidemark_typed ${typed}`.trim())} ${more.join(" ")}`;

const below = (all: Completable, group: string): ReadonlyArray<string> =>
  nextWords(all, group).map((word) => {
    const description = all.describe([group, word].filter(Boolean).join(" "));
    return complete(group, "-f", "-a", quoted(word), "-d", quoted(description));
  });

const value = ({ choices, isPath, placeholder }: Parameter<unknown>): ReadonlyArray<string> => {
  if (placeholder === null) return [];
  if (choices.length > 0) return ["-x", "-a", quoted(choices.join(" "))];
  return [isPath ? "-r" : "-x"];
};

const ofCommand = ({ name, options, takesFiles }: CompletableCommand): ReadonlyArray<string> => [
  ...(takesFiles ? [complete(name, "-F")] : [complete(name, "-f")]),
  ...options.map((option) =>
    complete(name, "-l", option.name.slice(2), ...value(option), "-d", quoted(option.description))
  )
];

/** A function that is true if the words before the first option, as far as they are commands, are its arguments. */
const typedFunction = (all: Completable): ReadonlyArray<string> => [
  "function __tidemark_typed",
  "  set -l words",
  "  for word in (commandline -opc)[2..-1]",
  "    string match -q -- '-*' $word; and break",
  `    contains -- (string join ' ' $words $word) ${allNames(all).map(quoted).join(" ")}; or break`,
  "    set -a words $word",
  "  end",
  '  test "$words" = "$argv"',
  "end"
];

/** A completion script for fish 3 and later. */
export const fish = (all: Completable): string =>
  [
    ...typedFunction(all),
    ...["", ...all.groups].flatMap((group) => below(all, group)),
    ...all.commands.flatMap(ofCommand)
  ].join("\n");
