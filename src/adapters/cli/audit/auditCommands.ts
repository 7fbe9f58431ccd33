import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { follow, format, limit, output, source, subject } from "./auditParameters.ts";
import { filters } from "./filterParameters.ts";

/** The commands that read the history. */
export const auditCommands = {
  audit: group({
    description: "Reads the history: who did what, when, through which app, and why something was refused or ended.",
    examples: ["tidemark audit list --outcome failure", "tidemark audit show auth_aaaaaaaaaaaaaaaaaaaaaa"]
  }),
  "audit list": command({
    description:
      "Lists the latest events in plain language, oldest first. With --json, each event is one line of JSON.",
    parameters: [...Object.values(filters), limit, follow, json],
    examples: [
      "tidemark audit list",
      "tidemark audit list --did alice.example.com --outcome failure --since 2026-01-31",
      "tidemark audit list --type LoginFailed.v1 --type CodeRefused.v1 --follow --json"
    ],
    load: async () => (await import("./listCommand.ts")).list
  }),
  "audit show": command({
    description:
      "Shows an authorization from its request to its end, everything about an account or a record, or one event by its position or id. With --json, each event is one line of JSON.",
    parameters: [subject, json],
    examples: [
      "tidemark audit show auth_aaaaaaaaaaaaaaaaaaaaaa",
      "tidemark audit show did:plc:ewvi7nxzyoun6zhxrhs64oiz",
      "tidemark audit show at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/xyz.statusphere.status/3jzfcijpj2z2a",
      "tidemark audit show 42"
    ],
    exits: { 1: "The history has nothing about it." },
    load: async () => (await import("./showCommand.ts")).show
  }),
  "audit export": command({
    description:
      "Exports the history, oldest event first, one line per event: the bytes that its leaf hash covers, or a CloudEvent. The last line shows whether the export is complete.",
    parameters: [...Object.values(filters), format, source, output, json],
    examples: [
      "tidemark audit export --output history.ndjson",
      "tidemark audit export --since 2026-01-01 --until 2026-02-01 --format cloudevents --source https://tidemark.example.com"
    ],
    load: async () => (await import("./exportCommand.ts")).exportAudit
  })
};
