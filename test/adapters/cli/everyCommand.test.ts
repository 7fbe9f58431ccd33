import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { commandsPage } from "../../../scripts/commands/commandsPage.ts";
import { commandLoaders, isLeaf } from "../../../src/adapters/cli/command/loadCommand.ts";
import { commandsOf, isCommand } from "../../../src/adapters/cli/command/readCommandLine.ts";
import { commandHelp, helpOf } from "../../../src/adapters/cli/help/commandHelp.ts";
import { opened, runHere } from "./runHere.ts";

const everything = Object.keys(commandHelp).filter(isCommand);
const leaves = everything.filter(isLeaf);
const groups = everything.filter((words) => !isLeaf(words));

/** An example of the help as a shell would part it. */
const words = (example: string): ReadonlyArray<string> =>
  [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((found) => found[1] ?? found[2] ?? found[3] ?? "");

describe("every command", () => {
  it("is explained, and can be loaded", () => {
    expect(Object.keys(commandLoaders).toSorted()).toEqual(commandsOf("").toSorted());
    for (const group of groups) expect(commandsOf(group).length).toBeGreaterThan(0);
  });

  it.effect.each(leaves)("has help that names itself, what it does and how it is typed: %s", (command) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(...command.split(" "), "--help");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(new RegExp(`Usage:\n {2}tidemark ${command}( |\n)`));
      expect(stdout.replaceAll("\n", " ")).toContain(helpOf(command).what);
      for (const example of helpOf(command).examples) expect(stdout).toContain(example);
      expect(stdout).not.toContain(opened);
      for (const line of stdout.split("\n").filter((each) => !each.startsWith("  tidemark"))) {
        expect(line.length).toBeLessThanOrEqual(100);
      }
      const { shape } = yield* Effect.promise(() => commandLoaders[command]());
      for (const { name, what } of [...shape.options, ...shape.arguments]) {
        expect(stdout).toContain(name);
        expect(`${command} ${name}: ${what}`).toMatch(/: \S.*[.)]$/);
      }
    })
  );

  it.effect.each(leaves)("has the same help before, after and with the word help: %s", (command) =>
    Effect.gen(function* () {
      const usual = yield* runHere(...command.split(" "), "--help");
      expect(yield* runHere("help", ...command.split(" "))).toEqual(usual);
      expect(yield* runHere("-h", ...command.split(" "))).toEqual(usual);
    })
  );

  it.effect.each(leaves)("answers programs by --json: %s", (command) =>
    Effect.gen(function* () {
      const { shape } = yield* Effect.promise(() => commandLoaders[command]());
      const names = shape.options.map(({ name }) => name);
      expect(names.includes("--json")).toBe(command !== "serve" && command !== "completions");
    })
  );

  it.effect.each(leaves)("tells an option that it does not have, and the one that was meant: %s", (command) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(...command.split(" "), "--hepl");
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(`there is no option --hepl here; did you mean --help?`);
      expect(stderr).toContain(`tidemark: see tidemark ${command} --help`);
    })
  );

  it.effect.each(groups)("is listed by its group: %j", (group) =>
    Effect.gen(function* () {
      const { code, stdout } = yield* runHere(...group.split(" ").filter(Boolean));
      expect(code).toBe(0);
      for (const command of commandsOf(group)) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, "m"));
    })
  );

  it.effect.each(
    everything.flatMap((command) => helpOf(command).examples.filter((line) => line.startsWith("tidemark ")))
  )("has examples without wrong usage: %s", (example) =>
    Effect.gen(function* () {
      const [, ...typed] = words(example.replace(/ [|>].*$/, ""));
      if (typed[0] === "serve" || example.includes("$(")) return;
      const { code, stderr } = yield* runHere(...typed);
      expect({ code, stderr }).not.toMatchObject({ code: 2 });
    })
  );

  it("is in docs/commands.md as it is (npm run commands writes it)", async () => {
    const written = await readFile(new URL("../../../docs/commands.md", import.meta.url), "utf8");
    expect(written).toBe(await commandsPage());
  });
});
