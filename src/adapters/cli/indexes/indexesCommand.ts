import * as Command from "@effect/cli/Command";
import { commandHelp } from "../commandHelp.ts";
import { adviseCommand } from "./adviseCommand.ts";

/** The indexes of the records. */
export const indexesCommand = Command.make("indexes").pipe(
  Command.withDescription(commandHelp.indexes.what),
  Command.withSubcommands([adviseCommand])
);
