import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { follow, format, limit, output, source, subject } from "./auditParameters.ts";
import { confirmErasure, erasureReason, person, undo } from "./erasureParameters.ts";
import { filters } from "./filterParameters.ts";
import { anchorFile, anchorKey, host, log, port, state, url, witnessName } from "./witnessParameters.ts";

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
  }),
  "audit check-anchor": command({
    description:
      "Compares an anchor file with the log: the log must have every checkpoint of the file as it stands there, and the latest one must continue the last line.",
    parameters: [anchorFile, anchorKey, json],
    examples: ["tidemark audit check-anchor /mnt/worm/tidemark.log"],
    jsonExample: { ok: true, checked: 42, size: 1042, firstBad: null },
    exits: { 1: "A checkpoint does not hold: the first line names its position and part." },
    load: async () => (await import("./checkAnchorCommand.ts")).checkAnchorFile
  }),
  "audit witness": command({
    description:
      "Runs a witness for the logs of others: it cosigns their checkpoints, and never two that contradict each other. It needs no database. It prints its verifier key, and the setting for the operators of the logs.",
    parameters: [state, port, log, host, witnessName, url, json],
    examples: [
      "tidemark audit witness --state witness.json --port 8090 --log tidemark.example.com/log+dfa77225+AUeSy0DpLDtFeXYQN6x31g2qMTARgQrPjOsJcLJmcIy7",
      "tidemark audit witness --state witness.json --port 8090 --name witness.example.org --url https://witness.example.org --log tidemark.example.com/log+dfa77225+AUeSy0DpLDtFeXYQN6x31g2qMTARgQrPjOsJcLJmcIy7"
    ],
    jsonExample: {
      address: "http://127.0.0.1:8090",
      verifierKey: "…",
      logs: ["tidemark.example.com/log"],
      setting: "http://127.0.0.1:8090#…"
    },
    exits: { 3: "The state file or the port cannot be used." },
    load: async () => (await import("./witnessCommand.ts")).witness
  }),
  "audit erase": command({
    description:
      "Erases a person permanently: ends their sign-ins, and deletes their records in the index and the key of their personal data in the log. Nothing of theirs is indexed again until they sign in anew, or a backfill of their account is started. The proofs of all events still hold.",
    parameters: [person, erasureReason, confirmErasure, undo, json],
    examples: [
      "tidemark audit erase did:plc:ewvi7nxzyoun6zhxrhs64oiz --yes",
      'tidemark audit erase alice.example.com --reason "request 2026-17" --yes'
    ],
    jsonExample: { authorizations: 2, records: 120 },
    load: async () => (await import("./eraseCommand.ts")).erase
  })
};
