import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { verify } from "./verify.ts";

const comparison = {
  isEqual: true,
  position: 1234,
  clients: 1,
  processes: [{ process: "host:4711", position: 1234, clients: 1, differences: [] }],
  silent: 0,
  unreadable: [],
  projections: [{ projection: "lookups", rows: 533, count: 0, differences: [] }],
  lexicons: { digest: "…", stored: "…" }
};

/** The commands that compare projections with the log. */
export const registryCommands = {
  registry: group({
    description: "Compares the projections of the log with the log, and rebuilds them.",
    examples: ["tidemark registry compare"]
  }),
  "registry compare": command({
    description:
      "Replays the log in memory and compares the projections with it: the client registry of each running process, and the stored lookups, open writes, pending revocations, unredeemed codes, authorizations, reports, audit index, activity counts and active Lexicons. Shows the differences by key. Changes nothing, and does not disturb running services.",
    parameters: [json],
    examples: ["tidemark registry compare", "tidemark registry compare --json"],
    jsonExample: comparison,
    exits: { 0: "All projections match the log.", 1: "A projection differs from the log." },
    load: async () => (await import("./compareCommand.ts")).compare
  }),
  "registry rebuild": command({
    description:
      "Corrects the stored projections that differ from the log, in one transaction while services run, and then compares again. Restart a process whose registry in memory differs. With --verify, builds all stored projections from the start of the log in tables of their own, compares every row, and then replaces the stored tables at one moment, indexes included.",
    parameters: [verify, json],
    examples: ["tidemark registry rebuild", "tidemark registry rebuild --verify"],
    jsonExample: { restored: [{ projection: "lookups", count: 0 }], ...comparison },
    exits: {
      0: "All projections match the log now; with --verify, they matched it before, too.",
      1: "A projection still differs; with --verify, one differed before it was replaced; or a later version wrote to the log, and nothing was changed.",
      3: "The database is unavailable; with --verify, another rebuild is running, or the tables were in use for 10 minutes. Nothing was changed."
    },
    load: async () => (await import("./rebuildCommand.ts")).rebuild
  })
};
