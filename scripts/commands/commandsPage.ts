import type { CommandShape, Parameter } from "../../src/adapters/cli/command/CommandShape.ts";
import { commandLoaders, isLeaf, type LeafCommandName } from "../../src/adapters/cli/command/loadCommand.ts";
import { isCommand } from "../../src/adapters/cli/command/readCommandLine.ts";
import { commandHelp, exits, helpOf } from "../../src/adapters/cli/help/commandHelp.ts";
import { parameterText, remark, usageText } from "../../src/adapters/cli/help/commandPage.ts";

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

const table = (head: string, rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> =>
  rows.length === 0
    ? []
    : [[`| ${head} | |`, "| --- | --- |", ...rows.map(([left, right]) => `| ${left} | ${right} |`)].join("\n")];

const parameters = (head: string, all: ReadonlyArray<Parameter>): ReadonlyArray<string> =>
  table(
    head,
    all.map((each) => [`\`${parameterText(each).replaceAll("|", "\\|")}\``, cell(remark(each))])
  );

const codes = (all: Readonly<Record<number, string>>): ReadonlyArray<string> =>
  table(
    "exit code",
    Object.entries(all).map(([code, meaning]) => [code, cell(meaning)])
  );

const section = (command: LeafCommandName, level: string, shape: CommandShape): string => {
  const { answer, examples, exits: own = {}, what } = helpOf(command);
  return [
    `${level} ${command}`,
    what,
    `    ${usageText(command, shape)}`,
    ...parameters("argument", shape.arguments),
    ...parameters("option", shape.options),
    ...codes(own),
    `\`\`\`sh\n${examples.join("\n")}\n\`\`\``,
    ...(answer === undefined
      ? []
      : [`\`--json\` answers with`, `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``])
  ].join("\n\n");
};

const groupOf = (command: string): string | null => (command.includes(" ") ? (command.split(" ")[0] ?? null) : null);

const groupHead = (group: string): ReadonlyArray<string> =>
  isCommand(group) ? [`## ${group}`, helpOf(group).what] : [];

const introduction = `# Commands

\`npx tidemark <command>\`, or in a container \`docker compose exec tidemark node bin/tidemark.js <command>\`. \`npm run commands\` writes
this page from the commands themselves.

A command works on the database of \`DATABASE_URL\`, or on the embedded one in \`DATA_DIR\`, whether the service runs or not. Every command
takes \`--help\`; \`tidemark help clients register\` is the same. \`--log-level debug\` tells what was behind a failure.

**For programs.** With \`--json\` the answer is one JSON value on standard output, and its members stay: new ones may come. A command that fails
says so in one JSON value on standard error, \`{"error": "client_not_found", "message": "…"}\`, with \`faults\` where several things are wrong;
without \`--json\` in lines that begin with \`tidemark: \`. What is said about how far a command has come goes to standard error, and only to a terminal; that a new database was made, because there was none in \`DATA_DIR\`, is said wherever \`--json\` is not given.
\`NO_COLOR\` and a pipe take the colours away. An output that nobody reads to its end (\`| head -1\`) is no failure.`;

/** The page about every command, made from the commands. */
export const commandsPage = async (): Promise<string> => {
  const leaves = Object.keys(commandHelp).filter(isLeaf);
  const sections: Array<string> = [];
  for (const command of leaves) {
    const group = groupOf(command);
    if (group !== null && leaves.find((each) => groupOf(each) === group) === command)
      sections.push(...groupHead(group));
    sections.push(section(command, group === null ? "##" : "###", (await commandLoaders[command]()).shape));
  }
  return `${[introduction, ...codes(exits), ...sections].join("\n\n")}\n`;
};
