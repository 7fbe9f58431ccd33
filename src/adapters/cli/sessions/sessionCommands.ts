import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";

/** The commands about the sessions at PDSes. */
export const sessionCommands = {
  sessions: group({
    description: "Shows the sessions of users at their PDSes.",
    examples: ["tidemark sessions owed"]
  }),
  "sessions owed": command({
    description: "Lists the ended sessions whose tokens are not yet revoked at the PDS, oldest first.",
    parameters: [json],
    examples: ["tidemark sessions owed", "tidemark sessions owed --json"],
    jsonExample: { owed: [] },
    load: async () => (await import("./owedCommand.ts")).owed
  })
};
