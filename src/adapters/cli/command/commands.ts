import { accountCommands } from "../accounts/accountCommands.ts";
import { adminCommands } from "../admins/adminCommands.ts";
import { auditCommands } from "../audit/auditCommands.ts";
import { backupCommands } from "../backup/backupCommands.ts";
import { clientCommands } from "../clients/clientCommands.ts";
import { indexCommands } from "../indexes/indexCommands.ts";
import { instanceCommands, setupTokenCommands } from "../instanceCommands.ts";
import { keyCommands } from "../keys/keyCommands.ts";
import { lexiconCommands } from "../lexicons/lexiconCommands.ts";
import { moveInCommands } from "../movein/moveInCommands.ts";
import { newCommands } from "../new/newCommands.ts";
import { recordCommands } from "../records/recordCommands.ts";
import { registryCommands } from "../registry/registryCommands.ts";
import { reportCommands } from "../reports/reportCommands.ts";
import { sessionCommands } from "../sessions/sessionCommands.ts";
import { syncCommands } from "../sync/syncCommands.ts";
import { webhookCommands } from "../webhook/webhookCommands.ts";
import { type Command, type CommandGroup, group } from "./Command.ts";

const declarations = {
  "": group({
    description:
      "Manages a Tidemark instance, whether or not it is running: the one whose database is DATABASE_URL, or else the embedded database in DATA_DIR (./data).",
    examples: ["tidemark clients list", "tidemark clients register --help", "tidemark doctor"]
  }),
  ...adminCommands,
  ...clientCommands,
  ...lexiconCommands,
  ...auditCommands,
  ...indexCommands,
  ...recordCommands,
  ...accountCommands,
  ...sessionCommands,
  ...syncCommands,
  ...reportCommands,
  ...webhookCommands,
  ...setupTokenCommands,
  ...registryCommands,
  ...keyCommands,
  ...backupCommands,
  ...moveInCommands,
  ...newCommands,
  ...instanceCommands
} satisfies Readonly<Record<string, Command | CommandGroup>>;

/** The words of a command or of a group of commands, in the order in which help lists them. */
export type CommandName = keyof typeof declarations;

/** Every command and every group of commands, by its words. */
export const commands: Readonly<Record<CommandName, Command | CommandGroup>> = declarations;

/** Whether words name a command or a group. */
export const isCommandName = (words: string): words is CommandName => Object.hasOwn(commands, words);

/** The words of all commands and groups. */
export const commandNames: ReadonlyArray<CommandName> = Object.keys(commands).filter(isCommandName);

interface NamedCommand {
  readonly name: CommandName;
  readonly command: Command;
}

/** Every command that can be run. */
export const runnableCommands: ReadonlyArray<NamedCommand> = commandNames.flatMap((name) => {
  const declared = commands[name];
  return declared._tag === "Command" ? [{ name, command: declared }] : [];
});

/** The commands of a group, each by all of its words; those of the empty group are all commands. */
export const commandsOf = (group: CommandName): ReadonlyArray<CommandName> =>
  runnableCommands.map(({ name }) => name).filter((name) => group === "" || name.startsWith(`${group} `));
