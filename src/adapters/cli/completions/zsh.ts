import type { Parameter } from "../command/CommandShape.ts";
import { isCommand } from "../command/readCommandLine.ts";
import { helpOf } from "../help/commandHelp.ts";
import { type CompletableCommand, choicesOf, groupsOf, nextWords, takesFile } from "./CompletableCommand.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Colons and brackets part the words of a specification. */
const plain = (text: string): string => text.replace(/[[\]:\\]/g, "\\$&");

const action = (option: Parameter): string => {
  const choices = choicesOf(option);
  if (choices.length > 0) return `:value:(${choices.join(" ")})`;
  if (option.value === null) return "";
  return takesFile(option) ? ":file:_files" : ":value: ";
};

const specification = (option: Parameter): string =>
  quoted(`${option.isRepeated ? "*" : ""}${option.name}[${plain(option.what)}]${action(option)}`);

const ofCommand = ({ command, options, takesFiles }: CompletableCommand): ReadonlyArray<string> => [
  `    ${quoted(command)})`,
  '      words=(tidemark "${(@)words[at,-1]}")',
  "      (( CURRENT -= at - 2 ))",
  "      _arguments \\",
  ...options.map((option) => `        ${specification(option)} \\`),
  `        '--help[Shows the help.]'${takesFiles ? " '*:file:_files'" : ""} ;;`
];

const ofGroup = (all: ReadonlyArray<CompletableCommand>, group: string): string => {
  const described = nextWords(all, group).map((word) => {
    const words = [group, word].filter(Boolean).join(" ");
    return quoted(`${word}:${plain(isCommand(words) ? helpOf(words).what : "")}`);
  });
  return `    ${quoted(group)}) below=(${described.join(" ")}); _describe command below ;;`;
};

/** A completion script for zsh: a file `_tidemark` of `$fpath`, or to be sourced. */
export const zsh = (all: ReadonlyArray<CompletableCommand>): string => {
  const known = [...groupsOf(all), ...all.map(({ command }) => command)].map(quoted).join("|");
  return [
    "#compdef tidemark",
    "_tidemark() {",
    "  local command='' word",
    "  local -a below",
    "  integer at=2",
    "  while (( at < CURRENT )); do",
    "    word=$words[at]",
    '    case "${command:+$command }$word" in',
    `      ${known}) command="\${command:+$command }$word" ;;`,
    "      *) break ;;",
    "    esac",
    "    (( at++ ))",
    "  done",
    '  case "$command" in',
    ofGroup(all, ""),
    ...groupsOf(all).map((group) => ofGroup(all, group)),
    ...all.flatMap(ofCommand),
    "  esac",
    "}",
    'if [[ "$funcstack[1]" == _tidemark ]]; then _tidemark "$@"; else compdef _tidemark tidemark; fi'
  ].join("\n");
};
