import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";

/** The commands about the indexes of record fields. */
export const indexCommands = {
  indexes: group({
    description: "Shows which fields of records deserve an index.",
    examples: ["tidemark indexes advise"]
  }),
  "indexes advise": command({
    description:
      "Lists the fields that queries filter and sort by, how often they do, and whether an index serves them.",
    parameters: [json],
    examples: ["tidemark indexes advise", "tidemark indexes advise --json"],
    jsonExample: { fields: [], indexedFields: [] },
    load: async () => (await import("./adviseCommand.ts")).advise
  })
};
