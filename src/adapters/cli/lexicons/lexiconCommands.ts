import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { add, fromVersion, nsid, nsids, output, paths, toVersion, version, yes } from "./lexiconParameters.ts";

const exampleChanges = {
  added: ["com.example.post"],
  changed: ["com.example.profile"],
  removed: ["com.example.note"],
  collectionsRemoved: [{ id: "com.example.note", records: 7 }],
  fieldsRemoved: 12
};
const exampleNotices = { completed: ["com.atproto.repo.strongRef"], notices: [] };
const exampleResult = {
  digest: "…",
  changed: true,
  ids: ["xyz.statusphere.status"],
  changes: exampleChanges,
  ...exampleNotices
};
const refused = "A file has faults, or --yes is missing to remove collections with records from the API.";

/** The commands that manage Lexicons. */
export const lexiconCommands = {
  lexicons: group({
    description: "Lists, adds, removes and exports the Lexicons that the GraphQL schema is generated from.",
    examples: ["tidemark lexicons add lexicons"]
  }),
  "lexicons list": command({
    description: "Lists the active Lexicons.",
    parameters: [json],
    examples: ["tidemark lexicons list"],
    jsonExample: { digest: "…", lexicons: [{ id: "xyz.statusphere.status", isCollection: true, isCompleted: false }] },
    load: async () => (await import("./listCommand.ts")).list
  }),
  "lexicons show": command({
    description: "Shows one active Lexicon, as it was imported.",
    parameters: [nsid, json],
    examples: ["tidemark lexicons show xyz.statusphere.status"],
    jsonExample: { id: "xyz.statusphere.status", isCollection: true, document: {} },
    load: async () => (await import("./showCommand.ts")).show
  }),
  "lexicons check": command({
    description:
      "Checks Lexicons as an import would, and shows what it would add (+), change (~) and remove (-), with the number of records of each collection. Changes nothing.",
    parameters: [paths, add, json],
    examples: ["tidemark lexicons check lexicons", "tidemark lexicons check note.json --add --json"],
    jsonExample: { digest: "…", isInForce: false, ...exampleChanges, ...exampleNotices },
    exits: { 0: "The Lexicons are valid.", 1: "A file has faults. Each is reported with its file, path and reason." },
    load: async () => (await import("./checkCommand.ts")).check
  }),
  "lexicons add": command({
    description:
      "Adds Lexicons to the active ones. A Lexicon replaces the active one with the same id; all others stay. If any file has a fault, nothing changes.",
    parameters: [paths, yes, json],
    examples: ["tidemark lexicons add note.json", "tidemark lexicons add lexicons.zip profile.json"],
    jsonExample: exampleResult,
    exits: { 1: refused },
    load: async () => (await import("./addCommand.ts")).addLexicons
  }),
  "lexicons remove": command({
    description:
      "Removes Lexicons. The Lexicons that refer to them stay, and the API returns what they refer to as JSON.",
    parameters: [nsids, yes, json],
    examples: ["tidemark lexicons remove com.example.note", "tidemark lexicons remove com.example.note --yes"],
    jsonExample: exampleResult,
    exits: { 1: refused },
    load: async () => (await import("./removeCommand.ts")).removeLexicons
  }),
  "lexicons import": command({
    description:
      "Replaces all active Lexicons with those in the files. If any file has a fault, nothing changes. To keep the active Lexicons, use tidemark lexicons add.",
    parameters: [paths, yes, json],
    examples: [
      "tidemark lexicons import lexicons",
      "tidemark lexicons import profile.json status.json --yes",
      "tidemark lexicons import lexicons.zip"
    ],
    jsonExample: exampleResult,
    exits: { 1: refused },
    load: async () => (await import("./importCommand.ts")).importLexicons
  }),
  "lexicons versions": command({
    description: "Lists the versions of the set of Lexicons, newest first: when each was imported, and by whom.",
    parameters: [json],
    examples: ["tidemark lexicons versions"],
    jsonExample: {
      versions: [
        {
          version: 2,
          digest: "…",
          importedAt: "2026-01-01T00:00:00.000Z",
          position: 7,
          isActive: true,
          actor: { type: "operator", id: null },
          ids: ["xyz.statusphere.status"]
        }
      ]
    },
    load: async () => (await import("./versionsCommand.ts")).versions
  }),
  "lexicons diff": command({
    description:
      "Shows the differences between two versions of the set: what the second adds (+), changes (~) and removes (-). With --json, both documents of each change.",
    parameters: [fromVersion, toVersion, json],
    examples: ["tidemark lexicons diff 1 2"],
    jsonExample: { ...exampleChanges, changed: [{ id: "com.example.profile", before: {}, after: {} }] },
    exits: { 1: "There is no such version, or it can no longer be read." },
    load: async () => (await import("./diffCommand.ts")).diff
  }),
  "lexicons restore": command({
    description:
      "Makes an earlier version of the set active again, exactly as it was. The restore is a version of its own; indexed records are kept.",
    parameters: [version, yes, json],
    examples: ["tidemark lexicons restore 1"],
    jsonExample: exampleResult,
    exits: { 1: "There is no such version, or --yes is missing to remove collections with records from the API." },
    load: async () => (await import("./restoreCommand.ts")).restoreLexicons
  }),
  "lexicons export": command({
    description: "Exports the active Lexicons, except those that were completed from the published ones.",
    parameters: [output, json],
    examples: [
      "tidemark lexicons export --output lexicons.zip",
      "tidemark lexicons export --output lexicons",
      "tidemark lexicons export --json"
    ],
    jsonExample: { digest: "…", count: 1, completed: [], path: "lexicons.zip", documents: [] },
    load: async () => (await import("./exportCommand.ts")).exportLexicons
  })
};
