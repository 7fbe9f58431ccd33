import { command } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { apply, backfill, database, replaceLexicons, skipClient } from "./moveInParameters.ts";

/** The command that moves an instance of other software in. */
export const moveInCommands = {
  "move-in": command({
    description:
      "Moves an instance of quickslice up to version 0.20 in: Lexicons, OAuth clients with their ids, secrets and redirect URIs, admins, label definitions and labels. Shows what is taken and what is not, by row. Nothing of people's sessions is moved, and records come by backfill. A second run changes nothing that is here already.",
    parameters: [database, apply, backfill, replaceLexicons, skipClient, json],
    examples: [
      "tidemark move-in quickslice.db",
      "tidemark move-in quickslice.db --apply --backfill",
      "tidemark move-in postgres://reader@db.example.com/quickslice --json"
    ],
    jsonExample: {
      from: "quickslice 0.20",
      storage: "sqlite",
      schemaVersion: "20251230000001",
      applied: false,
      taken: { lexicons: 1, clients: 1, admins: 1, labelDefinitions: 0, labels: 0 },
      rows: [
        {
          kind: "client",
          id: "client_…",
          name: "Statusphere",
          outcome: "taken",
          reason: null,
          message: null,
          notes: [{ note: "redirect-uri-left", message: "…" }],
          variable: null,
          value: null
        }
      ],
      environment: [{ variable: "SYNC_SOURCE", value: "jetstream" }],
      labelsAs: "did:web:records.example.com",
      leftBehind: { sessions: 2, pendingReports: 0, settledReports: 0, labelPreferences: 0 },
      records: {
        collections: [{ collection: "xyz.statusphere.status", records: 12, accounts: 3 }],
        accounts: ["did:plc:…"]
      },
      backfills: []
    },
    exits: { 1: "The database cannot be read, or is none of quickslice." },
    load: async () => (await import("./moveInCommand.ts")).moveInHere
  })
};
