import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { author, collection, limit, rkey, scope, uri, where } from "./recordParameters.ts";

const address = "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/xyz.statusphere.status/3jzfcijpj2z2a";

const example = {
  uri: address,
  cid: "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454",
  did: "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
  collection: "xyz.statusphere.status",
  rkey: "3jzfcijpj2z2a",
  handle: "alice.example.com",
  indexedAt: "2026-01-31T12:00:00.000Z",
  value: { $type: "xyz.statusphere.status", status: "🦋", createdAt: "2026-01-31T12:00:00.000Z" },
  hiddenBy: null
};

/** The commands about indexed records. */
export const recordCommands = {
  records: group({
    description: "Shows the indexed records, hidden ones included, and indexes one again.",
    examples: ["tidemark records list", `tidemark records show ${address}`]
  }),
  "records list": command({
    description:
      "Lists the collections with the number of their records, or the records of a collection, the last indexed first.",
    parameters: [collection, author, rkey, where, scope, limit, json],
    examples: [
      "tidemark records list",
      "tidemark records list --collection xyz.statusphere.status --author alice.example.com",
      "tidemark records list --collection xyz.statusphere.status --where 'createdAt>=2026-01-31' --show all --json"
    ],
    jsonExample: { records: [example], hasMore: false },
    load: async () => (await import("./listCommand.ts")).list
  }),
  "records show": command({
    description: "Shows an indexed record, also while it is hidden, what it refers to, and what refers to it.",
    parameters: [uri, json],
    examples: [`tidemark records show ${address}`],
    jsonExample: { ...example, references: [], referencedBy: [] },
    load: async () => (await import("./showCommand.ts")).show
  }),
  "records index": command({
    description:
      "Reads a record from the PDS of its account again, verifies it, and makes the index match. It is removed from the index if the account no longer has it.",
    parameters: [uri, json],
    examples: [`tidemark records index ${address}`],
    jsonExample: {
      uri: address,
      reason: "indexed",
      message: "The record was read from https://pds.example.com, verified and indexed."
    },
    exits: { 1: "The record could not be read, or is not valid." },
    load: async () => (await import("./indexCommand.ts")).index
  })
};
