import { type CompletableCommand, choicesOf, groupsOf, nextWords, takesFile } from "./CompletableCommand.ts";

const ofCommand = ({ command, options, takesFiles }: CompletableCommand): ReadonlyArray<string> => {
  const values = options.flatMap((option) => {
    const choices = choicesOf(option);
    if (choices.length > 0) return [`${option.name}) words="${choices.join(" ")}" ;;`];
    return option.value === null ? [] : [`${option.name}) ${takesFile(option) ? "files=1" : "return"} ;;`];
  });
  const names = [...options.map(({ name }) => name), "--help"].join(" ");
  return [
    `    "${command}")`,
    `      case "$previous" in`,
    ...values.map((line) => `        ${line}`),
    `        *) words="${names}"${takesFiles ? "; files=1" : ""} ;;`,
    "      esac ;;"
  ];
};

/** A completion script for bash 4 and later. */
export const bash = (all: ReadonlyArray<CompletableCommand>): string => {
  const groups = groupsOf(all).map((group) => `    ${group}) words="${nextWords(all, group).join(" ")}" ;;`);
  return [
    "# bash completion of tidemark: source <(tidemark completions bash)",
    "_tidemark() {",
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
    '  local command="" words="" files="" at word',
    "  for ((at = 1; at < COMP_CWORD; at++)); do",
    '    word="${COMP_WORDS[at]}"',
    "    [[ $word == -* ]] && break",
    '    case "${command:+$command }$word" in',
    `      ${[...groupsOf(all), ...all.map(({ command }) => command)].map((each) => `"${each}"`).join("|")})`,
    '        command="${command:+$command }$word" ;;',
    "      *) break ;;",
    "    esac",
    "  done",
    '  case "$command" in',
    `    "") words="${nextWords(all, "").join(" ")} help --help --version" ;;`,
    ...groups,
    ...all.flatMap(ofCommand),
    "  esac",
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '  [[ -n $files ]] && COMPREPLY+=($(compgen -f -- "$current"))',
    "  return 0",
    "}",
    "complete -o filenames -F _tidemark tidemark"
  ].join("\n");
};
