import * as Command from "@effect/cli/Command";
import { commandHelp } from "../commandHelp.ts";
import { importCommand } from "./importCommand.ts";
import { listCommand } from "./listCommand.ts";

/** The Lexicons that make the GraphQL schema. */
export const lexiconsCommand = Command.make("lexicons").pipe(
  Command.withDescription(commandHelp.lexicons.what),
  Command.withSubcommands([listCommand, importCommand])
);
