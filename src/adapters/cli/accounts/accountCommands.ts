import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { account, confirmRemoval, limit, search, state } from "./accountParameters.ts";

const did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";

const example = {
  did,
  handle: "alice.example.com",
  pds: "https://pds.example.com",
  status: null,
  isTakenDown: false,
  activeSessions: 1,
  signedInAt: "2026-01-31T12:00:00.000Z",
  lastUsedAt: "2026-01-31T12:10:00.000Z"
};

/** The commands about the accounts that the instance knows. */
export const accountCommands = {
  accounts: group({
    description: "Shows the accounts that the instance knows, and indexes them again or removes what is indexed.",
    examples: ["tidemark accounts list", "tidemark accounts show alice.example.com"]
  }),
  "accounts list": command({
    description:
      "Lists the accounts that signed in to an app, and the authors of indexed records. Those that apps used last come first.",
    parameters: [search, state, limit, json],
    examples: ["tidemark accounts list --search alice", "tidemark accounts list --state hidden --json"],
    jsonExample: { accounts: [example], hasMore: false },
    load: async () => (await import("./listCommand.ts")).list
  }),
  "accounts show": command({
    description:
      "Shows an account: its server and state, its apps, its records by collection, and whether they are indexed or why not.",
    parameters: [account, json],
    examples: ["tidemark accounts show alice.example.com", `tidemark accounts show ${did} --json`],
    jsonExample: {
      ...example,
      indexing: {
        code: "indexed",
        message: "The records of the account are indexed.",
        remedy: null,
        indexedAt: "2026-01-31T12:00:01.000Z"
      },
      apps: [
        {
          clientId: "client_AAAAAAAAAAAAAAAAAAAAAA",
          clientName: "Statusphere",
          signIns: 3,
          activeSessions: 1,
          signedInAt: "2026-01-31T12:00:00.000Z",
          lastUsedAt: "2026-01-31T12:10:00.000Z"
        }
      ],
      records: [
        {
          collection: "xyz.statusphere.status",
          records: 12,
          hidden: 0,
          lastIndexedAt: "2026-01-31T12:10:00.000Z"
        }
      ],
      labels: []
    },
    load: async () => (await import("./showCommand.ts")).show
  }),
  "accounts index": command({
    description: "Has the running service read the repository of an account again, and index what changed.",
    parameters: [account, json],
    examples: ["tidemark accounts index alice.example.com"],
    jsonExample: { account: "alice.example.com", backfill: "12" },
    load: async () => (await import("./indexCommand.ts")).index
  }),
  "accounts remove": command({
    description:
      "Removes the indexed records of an account. Its server keeps them, what it writes later is indexed, and accounts index gets the others back. To delete all that is personal, use audit erase.",
    parameters: [account, confirmRemoval, json],
    examples: ["tidemark accounts remove alice.example.com --yes"],
    jsonExample: { did, records: 12 },
    load: async () => (await import("./removeCommand.ts")).remove
  })
};
