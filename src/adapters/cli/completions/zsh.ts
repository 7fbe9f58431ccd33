import type { Parameter } from "../command/Parameter.ts";
import { allNames, type Completable, type CompletableCommand, nextWords } from "./Completable.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Escapes colons and brackets, which separate the parts of a specification. */
const plain = (text: string): string => text.replace(/[[\]:\\]/g, "\\$&");

const action = ({ choices, isPath, placeholder }: Parameter<unknown>): string => {
  if (choices.length > 0) return `:value:(${choices.join(" ")})`;
  if (placeholder === null) return "";
  return isPath ? ":file:_files" : ":value: ";
};

const specification = (option: Parameter<unknown>): string =>
  quoted(`${option.isRepeated ? "*" : ""}${option.name}[${plain(option.description)}]${action(option)}`);

const ofCommand = ({ name, options, takesFiles }: CompletableCommand): ReadonlyArray<string> => [
  `    ${quoted(name)})`,
  '      words=(tidemark "${(@)words[at,-1]}")',
  "      (( CURRENT -= at - 2 ))",
  "      _arguments \\",
  ...options.map((option) => `        ${specification(option)} \\`),
  `        '--help[Shows the help.]'${takesFiles ? " '*:file:_files'" : ""} ;;`
];

const ofGroup = (all: Completable, group: string): string => {
  const described = nextWords(all, group).map((word) =>
    quoted(`${word}:${plain(all.describe([group, word].filter(Boolean).join(" ")))}`)
  );
  return `    ${quoted(group)}) below=(${described.join(" ")}); _describe command below ;;`;
};

/** A completion script for zsh: a file `_tidemark` in `$fpath`, or to be sourced. */
export const zsh = (all: Completable): string => {
  const known = allNames(all).map(quoted).join("|");
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
    ...all.groups.map((group) => ofGroup(all, group)),
    ...all.commands.flatMap(ofCommand),
    "  esac",
    "}",
    'if [[ "$funcstack[1]" == _tidemark ]]; then _tidemark "$@"; else compdef _tidemark tidemark; fi'
  ].join("\n");
};
