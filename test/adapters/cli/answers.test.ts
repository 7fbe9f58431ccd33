import { expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { commandLoaders, isLeaf } from "../../../src/adapters/cli/command/loadCommand.ts";
import { type CommandName, helpOf } from "../../../src/adapters/cli/help/commandHelp.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { runOn } from "./runHere.ts";
import { tidemark } from "./tidemark.ts";

/** What an answer is made of: members by name, the first of a list, and what kind of value else. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? "list" : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
};

/** Whether two shapes may be of the same answer: null stands for any value, an empty list for any list. */
const agree = (documented: unknown, told: unknown): boolean => {
  if (documented === "null" || told === "null") return true;
  if (Array.isArray(documented) || Array.isArray(told) || documented === "list" || told === "list") {
    const isList = (value: unknown) => Array.isArray(value) || value === "list";
    if (!Array.isArray(documented) || !Array.isArray(told)) return isList(documented) && isList(told);
    return agree(documented[0], told[0]);
  }
  if (typeof documented !== "object" || documented === null || typeof told !== "object" || told === null) {
    return documented === told;
  }
  const [of, other] = [Object.entries(documented), new Map(Object.entries(told))];
  return of.length === other.size && of.every(([name, inner]) => other.has(name) && agree(inner, other.get(name)));
};

/** These open no store, and read the environment of a process of their own. */
const aside: ReadonlyArray<CommandName> = ["migrate", "keys generate", "keys show", "doctor"];

const lexicons = new URL("../../../lexicons", import.meta.url).pathname;
const uri = ["--redirect-uri", "https://a.example/cb"];

layer(database, { timeout: "60 seconds", excludeTestServices: true })("--json", (it) => {
  it.effect(
    "answers as docs/commands.md says, in every command",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestDatabase;
        const key = yield* tidemark({}, "keys", "generate");
        const environment = { DATABASE_URL: Redacted.value(url), OAUTH_SIGNING_KEY: key.stdout.trim() };
        const asked = new Set<string>();
        const run = (command: CommandName, words: ReadonlyArray<string>) =>
          aside.includes(command) ? tidemark(environment, ...words) : runOn(url, ...words);
        const answer = (command: CommandName, ...args: ReadonlyArray<string>) =>
          Effect.map(run(command, [...command.split(" "), ...args, "--json"]), ({ stderr, stdout }) => {
            expect(stderr).toBe("");
            const told = JSON.parse(stdout);
            const documented = helpOf(command).answer;
            asked.add(command);
            if (command === "lexicons show") return told;
            expect({ command, shape: shapeOf(told), agrees: agree(shapeOf(documented), shapeOf(told)) }).toEqual({
              command,
              shape: shapeOf(told),
              agrees: true
            });
            return told;
          });
        yield* answer("migrate");
        yield* answer("lexicons check", lexicons);
        yield* answer("lexicons import", lexicons);
        yield* answer("lexicons list");
        yield* answer("lexicons add", lexicons);
        yield* answer("lexicons export");
        yield* answer("lexicons remove", "app.neutral.actor.profile");
        yield* answer("lexicons show", "xyz.statusphere.status");
        const { clientId } = yield* answer("clients register", "--name", "App", "--type", "confidential", ...uri);
        yield* answer("clients list");
        yield* answer("clients show", clientId);
        yield* answer("clients update", clientId, "--name", "Other");
        yield* answer("clients rotate-secret", clientId);
        yield* answer("clients lifetimes", clientId, "--access-token", "300");
        yield* answer("clients delete", clientId, "--yes");
        const byKey = ["--auth-method", "private_key_jwt", "--jwks-uri", "https://a.example/keys.json"];
        const other = yield* answer("clients register", "--name", "App", "--type", "confidential", ...uri, ...byKey);
        yield* answer("clients keys", other.clientId, "--jwks-uri", "https://b.example/keys.json");
        yield* answer("setup-token");
        yield* answer("indexes advise");
        yield* answer("sessions owed");
        yield* answer("sync skipped");
        yield* answer("registry compare");
        yield* answer("registry rebuild");
        yield* answer("keys generate");
        yield* answer("keys show");
        yield* answer("doctor");
        const silent: ReadonlyArray<string> = ["serve", "completions"];
        const others = Object.keys(commandLoaders).filter(
          (command) => isLeaf(command) && helpOf(command).answer !== undefined && !asked.has(command)
        );
        expect(others.filter((command) => !command.startsWith("audit "))).toEqual([]);
        const undocumented = Object.keys(commandLoaders).filter(
          (command) => isLeaf(command) && helpOf(command).answer === undefined && !silent.includes(command)
        );
        expect(undocumented.filter((command) => !command.startsWith("audit "))).toEqual([]);
      }),
    180_000
  );
});
