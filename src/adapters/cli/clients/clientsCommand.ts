import * as Command from "@effect/cli/Command";
import { commandHelp } from "../commandHelp.ts";
import { deleteCommand } from "./deleteCommand.ts";
import { lifetimesCommand } from "./lifetimesCommand.ts";
import { listCommand } from "./listCommand.ts";
import { registerCommand } from "./registerCommand.ts";
import { rotateSecretCommand } from "./rotateSecretCommand.ts";
import { updateCommand } from "./updateCommand.ts";

/** The OAuth clients of the instance: what `/settings` does in a browser. */
export const clientsCommand = Command.make("clients").pipe(
  Command.withDescription(commandHelp.clients.what),
  Command.withSubcommands([
    registerCommand,
    listCommand,
    updateCommand,
    rotateSecretCommand,
    lifetimesCommand,
    deleteCommand
  ])
);
