import type { Parameter } from "../command/CommandShape.ts";
import { isCommand } from "../command/readCommandLine.ts";
import { helpOf } from "../help/commandHelp.ts";
import { type CompletableCommand, choicesOf, groupsOf, nextWords, takesFile } from "./CompletableCommand.ts";

const quoted = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;

const complete = (typed: string, ...more: ReadonlyArray<string>): string =>
  `complete -c tidemark -n ${quoted(`__tidemark_typed ${typed}`.trim())} ${more.join(" ")}`;

const below = (all: ReadonlyArray<CompletableCommand>, group: string): ReadonlyArray<string> =>
  nextWords(all, group).map((word) => {
    const words = [group, word].filter(Boolean).join(" ");
    const what = isCommand(words) ? helpOf(words).what : "";
    return complete(group, "-f", "-a", quoted(word), "-d", quoted(what));
  });

const value = (option: Parameter): ReadonlyArray<string> => {
  if (option.value === null) return [];
  const choices = choicesOf(option);
  if (choices.length > 0) return ["-x", "-a", quoted(choices.join(" "))];
  return [takesFile(option) ? "-r" : "-x"];
};

const ofCommand = ({ command, options, takesFiles }: CompletableCommand): ReadonlyArray<string> => [
  ...(takesFiles ? [complete(command, "-F")] : [complete(command, "-f")]),
  ...options.map((option) => complete(command, "-l", option.name.slice(2), ...value(option), "-d", quoted(option.what)))
];

/** The words typed before the first option, as far as they are commands, are exactly these. */
const typedFunction = (all: ReadonlyArray<CompletableCommand>): ReadonlyArray<string> => [
  "function __tidemark_typed",
  "  set -l words",
  "  for word in (commandline -opc)[2..-1]",
  "    string match -q -- '-*' $word; and break",
  `    contains -- (string join ' ' $words $word) ${[...groupsOf(all), ...all.map(({ command }) => command)].map(quoted).join(" ")}; or break`,
  "    set -a words $word",
  "  end",
  '  test "$words" = "$argv"',
  "end"
];

/** A completion script for fish 3 and later. */
export const fish = (all: ReadonlyArray<CompletableCommand>): string =>
  [
    ...typedFunction(all),
    ...["", ...groupsOf(all)].flatMap((group) => below(all, group)),
    ...all.flatMap(ofCommand)
  ].join("\n");
