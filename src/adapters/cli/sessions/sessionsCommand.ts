import * as Command from "@effect/cli/Command";
import { commandHelp } from "../commandHelp.ts";
import { owedCommand } from "./owedCommand.ts";

/** The sessions at PDSes. */
export const sessionsCommand = Command.make("sessions").pipe(
  Command.withDescription(commandHelp.sessions.what),
  Command.withSubcommands([owedCommand])
);
