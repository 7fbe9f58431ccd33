import { allNames, type Completable, type CompletableCommand, nextWords } from "./Completable.ts";

const ofCommand = ({ name, options, takesFiles }: CompletableCommand): ReadonlyArray<string> => {
  const values = options.flatMap(({ choices, isPath, name: option, placeholder }) => {
    if (choices.length > 0) return [`${option}) words="${choices.join(" ")}" ;;`];
    return placeholder === null ? [] : [`${option}) ${isPath ? "files=1" : "return"} ;;`];
  });
  const names = [...options.map(({ name: option }) => option), "--help"].join(" ");
  return [
    `    "${name}")`,
    `      case "$previous" in`,
    ...values.map((line) => `        ${line}`),
    `        *) words="${names}"${takesFiles ? "; files=1" : ""} ;;`,
    "      esac ;;"
  ];
};

/** A completion script for bash 4 and later. */
export const bash = (all: Completable): string => {
  const groups = all.groups.map((group) => `    "${group}") words="${nextWords(all, group).join(" ")}" ;;`);
  return [
    "# bash completion of tidemark: source <(tidemark completions bash)",
    "_tidemark() {",
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
    '  local command="" words="" files="" at word',
    "  for ((at = 1; at < COMP_CWORD; at++)); do",
    '    word="${COMP_WORDS[at]}"',
    "    [[ $word == -* ]] && break",
    '    case "${command:+$command }$word" in',
    `      ${allNames(all)
      .map((each) => `"${each}"`)
      .join("|")})`,
    '        command="${command:+$command }$word" ;;',
    "      *) break ;;",
    "    esac",
    "  done",
    '  case "$command" in',
    `    "") words="${nextWords(all, "").join(" ")} help --help --version" ;;`,
    ...groups,
    ...all.commands.flatMap(ofCommand),
    "  esac",
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '  [[ -n $files ]] && COMPREPLY+=($(compgen -f -- "$current"))',
    "  return 0",
    "}",
    "complete -o filenames -F _tidemark tidemark"
  ].join("\n");
};
