import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { commandsPage } from "../../../scripts/commands/commandsPage.ts";
import type { Command } from "../../../src/adapters/cli/command/Command.ts";
import { commandNames, commands, commandsOf, runnableCommands } from "../../../src/adapters/cli/command/commands.ts";
import { parseCommandLine } from "../../../src/adapters/cli/command/parseCommandLine.ts";
import { opened, runHere } from "./runHere.ts";

const groups = commandNames.filter((name) => commands[name]._tag === "Group");
const leaves = runnableCommands.map(({ command, name }) => [name, command] as const);

/** What the shell substitutes in an example. */
const substituted = new Map([
  [
    "$(cat jwks.json)",
    '{"keys":[{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","kid":"1","alg":"ES256","use":"sig"}]}'
  ]
]);

/** The command line of tidemark within an example, as a shell would split it. */
const wordsOf = (example: string): ReadonlyArray<string> => {
  const inShell =
    /(?:<|\$)\((tidemark [^)]*)\)/.exec(example)?.[1] ??
    /(?:^|[A-Z]+=\S+ )(tidemark .*?)(?: [|>].*)?$/.exec(example)?.[1];
  expect(inShell, example).toBeDefined();
  const [, ...words] = [...(inShell ?? "").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (found) => found[1] ?? found[2] ?? found[3] ?? ""
  );
  return words.map((word) => (word.startsWith("$(") ? (substituted.get(word) ?? `unknown ${word}`) : word));
};

const parse = (words: ReadonlyArray<string>) =>
  parseCommandLine(["node", "tidemark", ...words], {
    version: "1.2.3",
    colors: false,
    publicUrl: "https://tidemark.test"
  });

/** Commands that run the service or the demo, and one that prints a script. They open no stores. */
const resultless: ReadonlySet<string> = new Set(["serve", "demo", "completions"]);

describe("every command", () => {
  it("belongs to a group with a description, or to none", () => {
    for (const group of groups) expect(commandsOf(group).length).toBeGreaterThan(0);
    for (const [name] of leaves) expect(groups).toContain(name.split(" ").slice(0, -1).join(" "));
  });

  it.effect.each(leaves)("can be loaded: %s", ([, { load }]) =>
    Effect.gen(function* () {
      expect(yield* Effect.promise(load)).toBeTypeOf("function");
    })
  );

  it.effect.each(leaves)("has help with its description, usage, examples and parameters: %s", ([name, command]) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(...name.split(" "), "--help");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(new RegExp(`Usage:\n {2}tidemark ${name}( |\n)`));
      expect(stdout.replaceAll("\n", " ")).toContain(command.description);
      expect(command.examples.length).toBeGreaterThan(0);
      for (const example of command.examples) expect(stdout).toContain(example);
      expect(stdout).not.toContain(opened);
      for (const line of stdout.split("\n").filter((each) => !each.startsWith("  tidemark"))) {
        expect(line.length).toBeLessThanOrEqual(100);
      }
      for (const parameter of command.parameters) {
        expect(stdout).toContain(parameter.name);
        expect(`${name} ${parameter.name}: ${parameter.description}`).toMatch(/: \S.*[.)]$/);
      }
    })
  );

  it.effect.each(leaves)("has the same help after the word help, and if --help is typed first: %s", ([name]) =>
    Effect.gen(function* () {
      const usual = yield* runHere(...name.split(" "), "--help");
      expect(yield* runHere("help", ...name.split(" "))).toEqual(usual);
      expect(yield* runHere("-h", ...name.split(" "))).toEqual(usual);
    })
  );

  it.each(leaves)("takes --json if it prints a result: %s", (name, { parameters }) => {
    expect(parameters.some((parameter) => parameter.name === "--json")).toBe(!resultless.has(name));
  });

  it.effect.each(leaves)("refuses an unknown option and suggests a similar one: %s", ([name]) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(...name.split(" "), "--hepl");
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(`unknown option --hepl; did you mean --help?`);
      expect(stderr).toContain(`tidemark: see tidemark ${name} --help`);
    })
  );

  it.effect.each(groups)("is listed in the help of its group: %j", (group) =>
    Effect.gen(function* () {
      const { code, stdout } = yield* runHere(...group.split(" ").filter(Boolean));
      expect(code).toBe(0);
      for (const command of commandsOf(group)) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, "m"));
    })
  );

  const examplesOf = (name: string, { examples }: Pick<Command, "examples">) =>
    examples.map((example) => [name, example] as const);

  it.each(commandNames.flatMap((name) => examplesOf(name, commands[name])))(
    "has examples of its own words and parameters: %s: %s",
    (name, example) => {
      const parsed = parse(wordsOf(example));
      if (example.endsWith("--help")) expect(parsed).toMatchObject({ _tag: "Output" });
      else expect(parsed).toMatchObject({ _tag: "Invocation", name: expect.stringMatching(new RegExp(`^${name}`)) });
    }
  );

  const opening = leaves.filter(([name]) => !resultless.has(name));

  const openingExamples = opening.flatMap(([name, command]) => examplesOf(name, command));

  /** What verifies a file needs no service. */
  const isOffline = (example: string) => /^tidemark audit (check|verify) \S+\.(ndjson|tlog-proof) /.test(example);

  it.effect.each(openingExamples.filter(([, example]) => isOffline(example)))(
    "has examples that read a file: %s: %s",
    ([, example]) =>
      Effect.gen(function* () {
        const { code, stderr } = yield* runHere(...wordsOf(example));
        expect({ code, stderr }).toEqual({
          code: 3,
          stderr: expect.stringMatching(/(ndjson|tlog-proof) cannot be read/)
        });
      })
  );

  it.effect.each(openingExamples.filter(([, example]) => !isOffline(example)))(
    "has examples that open the services: %s: %s",
    ([, example]) =>
      Effect.gen(function* () {
        const { code, stderr } = yield* runHere(...wordsOf(example));
        expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(opened) });
      })
  );

  it("is documented in docs/commands.md (npm run commands generates it)", async () => {
    const written = await readFile(new URL("../../../docs/commands.md", import.meta.url), "utf8");
    expect(written).toBe(commandsPage());
  });
});
