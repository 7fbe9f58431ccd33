import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { add, nsid, nsids, output, paths, yes } from "./lexiconParameters.ts";

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
