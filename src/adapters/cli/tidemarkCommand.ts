import * as Command from "@effect/cli/Command";
import { clientsCommand } from "./clients/clientsCommand.ts";
import { commandHelp } from "./commandHelp.ts";
import { indexesCommand } from "./indexes/indexesCommand.ts";
import { lexiconsCommand } from "./lexicons/lexiconsCommand.ts";
import { serveCommand } from "./serveCommand.ts";
import { sessionsCommand } from "./sessions/sessionsCommand.ts";
import { setupTokenCommand } from "./setupTokenCommand.ts";

/** The whole command line; `main` is the script that runs the service. */
export const tidemarkCommand = (main: string) =>
  Command.make("tidemark").pipe(
    Command.withDescription(commandHelp[""].what),
    Command.withSubcommands([
      clientsCommand,
      lexiconsCommand,
      indexesCommand,
      sessionsCommand,
      setupTokenCommand,
      serveCommand(main)
    ])
  );
