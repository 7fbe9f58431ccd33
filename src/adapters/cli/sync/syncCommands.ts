import { did } from "../audit/filterParameters.ts";
import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";

/** The commands about the indexing of repositories. */
export const syncCommands = {
  sync: group({
    description: "Shows the results of indexing the repositories of accounts.",
    examples: ["tidemark sync skipped"]
  }),
  "sync skipped": command({
    description:
      "Lists the records that the last indexing of each repository left out, each with the reason: the first 1,000, of one account or of all.",
    parameters: [did, json],
    examples: ["tidemark sync skipped", "tidemark sync skipped --did alice.example.com --json"],
    jsonExample: {
      total: 1,
      skipped: [
        {
          uri: "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/xyz.statusphere.status/3jzfcijpj2z2a",
          cid: "bafyrei…",
          reason: "invalid-utf8",
          message: "It has a string that is not UTF-8.",
          did: "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
          handle: "alice.example.com",
          rev: "3l2zpbbhyxs2b",
          indexedAt: "2026-01-31T12:00:00.000Z"
        }
      ]
    },
    load: async () => (await import("./skippedCommand.ts")).skipped
  })
};
