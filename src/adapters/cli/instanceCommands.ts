import { command } from "./command/Command.ts";
import { json } from "./command/commonParameters.ts";
import { shell } from "./completions/shells.ts";
import { bundle, log, output } from "./doctor/doctorParameters.ts";
import { check } from "./migrate/migrateParameters.ts";

/** The command that lets an admin in. */
export const setupTokenCommands = {
  "setup-token": command({
    description:
      "Creates a one-time setup token, with which an account becomes an admin at /settings, even if there are admins already.",
    parameters: [json],
    examples: ["tidemark setup-token"],
    jsonExample: { setupToken: "setup_…" },
    load: async () => (await import("./setupTokenCommand.ts")).setupToken
  })
};

/** The commands about the instance itself. */
export const instanceCommands = {
  doctor: command({
    description:
      "Checks everything that an instance needs, and shows what is right (✓), what is wrong (✗, with the remedy) and what was skipped (–): configuration, database, clocks, Lexicons, admin, keys, disk, DNS, PLC directory, and the public URL as others reach it. Changes nothing. With --bundle, writes what an issue needs to one archive instead.",
    parameters: [bundle, output, log, json],
    examples: [
      "tidemark doctor",
      "tidemark doctor --json",
      "tidemark doctor --bundle",
      "tidemark doctor --bundle --output support.tar.gz --log /var/log/tidemark.log"
    ],
    jsonExample: {
      healthy: true,
      problems: 0,
      checks: [{ name: "database", title: "Database", status: "ok", detail: "PostgreSQL 18.4", remedy: null }]
    },
    exits: { 0: "No problem was found; with --bundle, the archive was written.", 1: "There is a problem." },
    load: async () => (await import("./doctor/doctorCommand.ts")).doctor
  }),
  migrate: command({
    description:
      "Migrates the schema of the database, as every start of the service does, and lists the migrations that were applied.",
    parameters: [check, json],
    examples: ["tidemark migrate", "tidemark migrate --check"],
    jsonExample: { applied: [{ id: 1, name: "log" }] },
    exits: { 1: "With --check: migrations are pending, or a later version applied some." },
    load: async () => (await import("./migrate/migrateCommand.ts")).migrate
  }),
  serve: command({
    description: "Runs the service in the foreground, as npm start does. The environment configures it.",
    parameters: [],
    examples: ["tidemark serve", "PORT=3000 tidemark serve"],
    exits: { 0: "The service was stopped." },
    load: async () => (await import("./serve/serveCommand.ts")).serve
  }),
  demo: command({
    description:
      "Runs a complete network on this machine: a PLC directory, a PDS with two accounts, an instance with an embedded database, and an example app. Prints the addresses and the passwords, and keeps its data in data/demo of the current folder. The first run installs the PDS with npm.",
    parameters: [],
    examples: ["tidemark demo"],
    exits: { 0: "The demo was stopped." },
    load: async () => (await import("./serve/demoCommand.ts")).runDemo
  }),
  completions: command({
    description: "Prints the completion script for a shell: bash, zsh or fish.",
    parameters: [shell],
    examples: [
      "source <(tidemark completions bash)",
      "tidemark completions zsh > ~/.zfunc/_tidemark",
      "tidemark completions fish > ~/.config/fish/completions/tidemark.fish"
    ],
    load: async () => (await import("./completions/completionsCommand.ts")).printCompletions
  })
};
