import { type Command, exits } from "../../src/adapters/cli/command/Command.ts";
import {
  type CommandName,
  commands,
  isCommandName,
  runnableCommands
} from "../../src/adapters/cli/command/commands.ts";
import type { Parameter } from "../../src/adapters/cli/command/Parameter.ts";
import {
  parameterDescription,
  parametersOf,
  parameterText,
  usageText
} from "../../src/adapters/cli/help/commandPage.ts";

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

const table = (head: string, rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> =>
  rows.length === 0
    ? []
    : [[`| ${head} | |`, "| --- | --- |", ...rows.map(([left, right]) => `| ${left} | ${right} |`)].join("\n")];

const parameters = (head: string, all: ReadonlyArray<Parameter<unknown>>): ReadonlyArray<string> =>
  table(
    head,
    all.map((each) => [`\`${parameterText(each).replaceAll("|", "\\|")}\``, cell(parameterDescription(each))])
  );

const codes = (all: Readonly<Record<number, string>>): ReadonlyArray<string> =>
  table(
    "exit code",
    Object.entries(all).map(([code, meaning]) => [code, cell(meaning)])
  );

const section = (name: CommandName, command: Command, level: string): string => {
  const { description, examples, exits: own = {}, jsonExample } = command;
  const { arguments: positional, options } = parametersOf(command);
  return [
    `${level} ${name}`,
    description,
    `\`\`\`text\n${usageText(name, command)}\n\`\`\``,
    ...parameters("argument", positional),
    ...parameters("option", options),
    ...codes(own),
    `\`\`\`sh\n${examples.join("\n")}\n\`\`\``,
    ...(jsonExample === undefined
      ? []
      : [`\`--json\` prints`, `\`\`\`json\n${JSON.stringify(jsonExample, null, 2)}\n\`\`\``])
  ].join("\n\n");
};

const groupOf = (command: string): string | null => (command.includes(" ") ? (command.split(" ")[0] ?? null) : null);

const groupHead = (group: string): ReadonlyArray<string> =>
  isCommandName(group) ? [`## ${group}`, commands[group].description] : [];

const introduction = `# Commands

Run a command with \`npx tidemark <command>\`, or in a container with
\`docker compose exec tidemark tidemark <command>\`. \`npm run commands\` generates this
page from the declarations of the commands.

A command works on the database of \`DATABASE_URL\`, or on the embedded one in \`DATA_DIR\`, whether or
not the service is running. It names that instance on standard error, and other instances that run on
the same machine, except with \`--json\`. Every command takes \`--help\`;
\`tidemark help clients register\` is the same as \`tidemark clients register --help\`.
\`--log-level debug\` shows the cause of a failure.

**In scripts.** With \`--json\`, a command prints one JSON value on standard output. \`audit list\`,
\`audit show\`, and \`audit export\` without \`--output\` print one on each line instead. Members are
never removed or renamed; new ones may be added. A command that fails prints one JSON value on
standard error, \`{"error": "client_not_found", "message": "…", "documentation": "https://…"}\`, with
\`faults\` if several things are wrong. \`documentation\` is the URL of what [the error
code](reference/errors.md#commands) means and what to do. Without \`--json\`, it prints lines that begin
with \`tidemark: \`, and the last one names that URL. If \`doctor\`, \`migrate --check\` or
\`registry compare\` finds a problem, it exits with 1, but prints its usual result on standard output
and no error.

Progress is shown on standard error, and only if that is a terminal. A command that creates a new
database because there is none in \`DATA_DIR\` reports it on standard error, except with \`--json\`.
It does so only if \`DATA_DIR\` is set, or if no other instance runs on the machine: otherwise it
fails, and names the instances that may have been meant.
\`NO_COLOR\` and a pipe turn colours off. It is not a failure if the reader closes the output early
(\`| head -1\`).`;

/** Generates the page about every command from their declarations. */
export const commandsPage = (): string => {
  const sections: Array<string> = [];
  for (const { command, name } of runnableCommands) {
    const group = groupOf(name);
    if (group !== null && runnableCommands.find((each) => groupOf(each.name) === group)?.name === name)
      sections.push(...groupHead(group));
    sections.push(section(name, command, group === null ? "##" : "###"));
  }
  return `${[introduction, ...codes(exits), ...sections].join("\n\n")}\n`;
};
