const changes = {
  added: ["com.example.post"],
  changed: ["com.example.profile"],
  removed: ["com.example.note"],
  collectionsRemoved: [{ id: "com.example.note", records: 7 }],
  fieldsRemoved: 12
};
const notes = { completed: ["com.atproto.repo.strongRef"], notices: [] };
const changed = { digest: "…", changed: true, ids: ["xyz.statusphere.status"], changes, ...notes };
const refused = "With faults, or --yes is missing for collections with records that go out of the API.";

/** The help of the commands for Lexicons, by their words. */
export const lexiconHelp = {
  lexicons: {
    what: "Lists, adds, removes and exports the Lexicons that the GraphQL schema is made of.",
    examples: ["tidemark lexicons add lexicons"]
  },
  "lexicons list": {
    what: "Lists the Lexicons in force.",
    examples: ["tidemark lexicons list"],
    answer: { digest: "…", lexicons: [{ id: "xyz.statusphere.status", isCollection: true, isCompleted: false }] }
  },
  "lexicons show": {
    what: "Shows one Lexicon in force, as it was imported.",
    examples: ["tidemark lexicons show xyz.statusphere.status"],
    answer: { id: "xyz.statusphere.status", isCollection: true, document: {} }
  },
  "lexicons check": {
    what: "Checks Lexicons as an import would, and tells what it would add (+), change (~) and remove (-), with the number of records of each collection; changes nothing.",
    examples: ["tidemark lexicons check lexicons", "tidemark lexicons check note.json --add --json"],
    answer: { digest: "…", isInForce: false, ...changes, ...notes },
    exits: { 0: "Sound.", 1: "With faults: each is told by file, path and reason." }
  },
  "lexicons add": {
    what: "Adds Lexicons to those in force: each replaces the one with its id, all others stay. With any fault, nothing changes.",
    examples: ["tidemark lexicons add note.json", "tidemark lexicons add lexicons.zip profile.json"],
    answer: changed,
    exits: { 1: refused }
  },
  "lexicons remove": {
    what: "Removes Lexicons. Those that refer to them stay, and what they refer to becomes JSON.",
    examples: ["tidemark lexicons remove com.example.note", "tidemark lexicons remove com.example.note --yes"],
    answer: changed,
    exits: { 1: refused }
  },
  "lexicons import": {
    what: "Replaces all Lexicons in force by those of the files; with any fault, nothing changes. To keep those that are there, use tidemark lexicons add.",
    examples: [
      "tidemark lexicons import lexicons",
      "tidemark lexicons import profile.json status.json --yes",
      "tidemark lexicons import lexicons.zip"
    ],
    answer: changed,
    exits: { 1: refused }
  },
  "lexicons export": {
    what: "Exports the Lexicons in force, without those that were taken from the published ones.",
    examples: [
      "tidemark lexicons export --output lexicons.zip",
      "tidemark lexicons export --output lexicons",
      "tidemark lexicons export --json"
    ],
    answer: { digest: "…", count: 1, completed: [], path: "lexicons.zip", documents: [] }
  }
};
