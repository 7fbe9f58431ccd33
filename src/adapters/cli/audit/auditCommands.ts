import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { archive, archives, requiredArchives, retention } from "./archiveParameters.ts";
import { follow, format, limit, output, proofs, source, stories, subject } from "./auditParameters.ts";
import { confirmErasure, erasureReason, person, undo } from "./erasureParameters.ts";
import { filters } from "./filterParameters.ts";
import {
  checkpoint,
  databaseKey,
  eventLine,
  exportFile,
  key,
  olderCheckpoint,
  out,
  proofFile,
  provenEvent,
  skew,
  trustedKey
} from "./verifyParameters.ts";
import { anchorFile, anchorKey, host, log, port, state, url, witnessName } from "./witnessParameters.ts";

const verification = {
  ok: true,
  checked: 331,
  size: 331,
  rootHash: "TCRYP6BnH4tokM4HlB66FGYrCrQ/BgTndhUftTtgPKo=",
  firstBad: null
};

const doesNotHold = { 1: "Something does not hold." };

/** The commands that read and verify the history. */
export const auditCommands = {
  audit: group({
    description: "Reads the history: who did what, when, through which app, and why something was refused or ended.",
    examples: ["tidemark audit list --outcome failure", "tidemark audit show auth_aaaaaaaaaaaaaaaaaaaaaa"]
  }),
  "audit list": command({
    description:
      "Lists the latest events in plain language, oldest first, or with --stories what they tell together. With --json, each event or story is one line of JSON.",
    parameters: [...Object.values(filters), limit, stories, follow, json],
    examples: [
      "tidemark audit list",
      "tidemark audit list --stories",
      'tidemark audit list --stories --search "alice statusphere"',
      "tidemark audit list --did alice.example.com --outcome failure --since 2h",
      "tidemark audit list --type LoginFailed.v1 --type CodeRefused.v1 --follow --json"
    ],
    needsDatabase: true,
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
    exits: { 1: "The history has nothing about it, or it was archived: the message then names the file." },
    needsDatabase: true,
    load: async () => (await import("./showCommand.ts")).show
  }),
  "audit export": command({
    description:
      "Exports the history, oldest event first, one line per event: the bytes that its leaf hash covers, or the format of another system. The last line has a signed checkpoint if the export is complete.",
    parameters: [...Object.values(filters), format, proofs, archive, source, output, json],
    examples: [
      "tidemark audit export --output history.ndjson",
      "tidemark audit export --did alice.example.com --proofs --output alice.ndjson",
      "tidemark audit export --archive access-1-47DEQpj8HBSa.ndjson --output readable.ndjson",
      "tidemark audit export --since 2026-01-01 --until 2026-02-01 --format cloudevents --source https://tidemark.example.com"
    ],
    exits: {
      1: "An event does not hold: the last line of the export and the message name its position and part. Or a file cannot be written.",
      3: "The database is unavailable, no checkpoint has been signed yet, or an archive is missing."
    },
    needsDatabase: true,
    load: async () => (await import("./exportCommand.ts")).exportAudit
  }),
  "audit check-anchor": command({
    description:
      "Compares an anchor file with the log: the log must have every checkpoint of the file as it stands there, and the latest one must continue the last line.",
    parameters: [anchorFile, anchorKey, json],
    examples: ["tidemark audit check-anchor /mnt/worm/tidemark.log"],
    jsonExample: { ok: true, checked: 42, size: 1042, firstBad: null, isCutOff: false },
    exits: { 1: "A checkpoint does not hold: the first line names its position and part." },
    needsDatabase: true,
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
  "audit archive": command({
    description:
      "Moves events that are older than their class may be, and that nothing needs any longer, from the database into archives: files that anybody can verify offline with the public key. A running service does so every day if AUDIT_RETENTION is set.",
    parameters: [retention, archives, json],
    examples: [
      "tidemark audit archive",
      "tidemark audit archive --retention access:90d --retention writes:1y --archives /mnt/archives"
    ],
    jsonExample: {
      folder: "/data/archives",
      archived: [
        {
          class: "access",
          count: 1042,
          file: "access-1-47DEQpj8HBSa.ndjson",
          firstPosition: 3,
          lastPosition: 4711,
          sha256: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
        }
      ],
      leftovers: []
    },
    exits: { 1: "The log does not hold, so that nothing was archived." },
    needsDatabase: true,
    load: async () => (await import("./archiveCommand.ts")).archiveAudit
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
    exits: { 1: "Nothing is known here about the account: nobody was erased." },
    needsDatabase: true,
    load: async () => (await import("./eraseCommand.ts")).erase
  }),
  "audit verify": command({
    description:
      "Verifies the log in the database: positions, versions within streams, leaf hashes, the tree, every checkpoint that was signed, its tiles, archives, and the stored projections. With a file, verifies an export instead, without the database. The first line names what does not hold.",
    parameters: [exportFile, key, checkpoint, requiredArchives, skew, json],
    examples: [
      "tidemark audit verify --checkpoint checkpoint-of-last-year.txt",
      "tidemark audit verify history.ndjson --key tidemark.example.com/log+db6f0c98+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea"
    ],
    jsonExample: verification,
    exits: doesNotHold,
    needsDatabase: true,
    load: async () => (await import("./verifyCommand.ts")).verify
  }),
  "audit prove": command({
    description:
      "Writes the proof that an event is in the log, against the latest checkpoint: one text file that anyone can verify with the public key (C2SP tlog-proof).",
    parameters: [provenEvent, out, json],
    examples: ["tidemark audit prove 42 --out 42.tlog-proof"],
    jsonExample: { position: 42, file: "42.tlog-proof" },
    exits: {
      1: "The log has no such event, or its event does not hold: the message then names the position and the part.",
      3: "The database is unavailable, or no checkpoint covers the event yet."
    },
    needsDatabase: true,
    load: async () => (await import("./proveCommand.ts")).proveAudit
  }),
  "audit check": command({
    description:
      "Verifies a proof that an event is in the log, without the database. Without the line of the event, it verifies the leaf hash that the proof has.",
    parameters: [proofFile, trustedKey, eventLine, json],
    examples: [
      "tidemark audit check 42.tlog-proof --key tidemark.example.com/log+db6f0c98+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea"
    ],
    jsonExample: { ...verification, checked: 1 },
    exits: doesNotHold,
    load: async () => (await import("./checkCommand.ts")).checkAudit
  }),
  "audit consistency": command({
    description: "Verifies that the latest checkpoint continues one that you kept, by a consistency proof.",
    parameters: [olderCheckpoint, databaseKey, json],
    examples: ["tidemark audit consistency checkpoint-of-last-year.txt"],
    jsonExample: verification,
    exits: doesNotHold,
    needsDatabase: true,
    load: async () => (await import("./consistencyCommand.ts")).consistency
  })
};
