import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  acceptedSkips,
  checksSkips,
  requirements,
  skippedTests,
  unexpectedSkips
} from "../../scripts/expectedSkips.ts";

const machine = { hasVectors: true, isRoot: true };
const bare = { hasVectors: false, isRoot: true };
const vectors = "test/conformance/vectors/wycheproof.test.ts";
const browser = "test/browser/sdk.test.ts";
const shell = "test/adapters/cli/shell.test.ts";
const embedded = "test/adapters/postgres/embedded/EmbeddedPostgres.test.ts";

describe("unexpectedSkips", () => {
  it.each([
    ["the vectors on a machine without them", vectors, "any", bare],
    [
      "the vectors of Lexicons on a machine without them",
      "test/domain/lexicon/parse/parseLexiconSet.test.ts",
      "a",
      bare
    ],
    ["fish", shell, "in a shell completes in fish", machine],
    ["zsh", shell, "in a shell is a function that zsh can read, and completes tidemark", machine],
    ["Node.js 20", "test/sdkPackage/tarball.test.ts", "runs on Node.js 20: a login", machine],
    ["root's data without root", embedded, "serves root's data below a folder", { ...machine, isRoot: false }]
  ])("accepts the skip of %s", (_, file, title, given) => {
    expect(unexpectedSkips([{ file, title }], given)).toEqual([]);
  });

  it.each([
    ["the vectors although VECTORS_DIR is set", vectors, "any", machine, "VECTORS_DIR"],
    ["a browser suite", browser, "the SDK in Chromium logs in", machine, "Chromium: apt-get install chromium"],
    ["a suite of the settings UI", "test/ui/settings.test.ts", "clients", machine, "Chromium"],
    ["a suite with PDSes", browser, "x (skipped, the test PDSes did not start: 1) y", machine, "test/pds"],
    ["root's data as root", embedded, "serves root's data below a folder", machine, "root"],
    ["another test of the shell", shell, "in a shell completes commands", machine, "not known"],
    ["a test that nobody listed", "test/domain/some.test.ts", "adds", machine, "scripts/expectedSkips.ts"]
  ])("names %s and what is missing", (_, file, title, given, missing) => {
    const [line, ...more] = unexpectedSkips([{ file, title }], given);
    expect(more).toEqual([]);
    expect(line).toContain(`${file} > ${title}\n`);
    expect(line).toContain(missing);
  });
});

it("counts the accepted skips by their reason", () => {
  const skipped = [
    { file: vectors, title: "a" },
    { file: vectors, title: "b" },
    { file: shell, title: "completes in fish" },
    { file: browser, title: "c" }
  ];
  expect(acceptedSkips(skipped, bare)).toEqual([
    "Skipped as expected: 2 tests (the published vectors are not in the repository)",
    "Skipped as expected: 1 tests (fish is optional)"
  ]);
});

describe("skippedTests", () => {
  const result = (name: string, status: string, ...tests: ReadonlyArray<readonly [string, string]>) => ({
    name: `/repository/test/${name}`,
    status,
    assertionResults: tests.map(([fullName, test]) => ({ fullName, status: test }))
  });
  const counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };

  it("lists skipped and planned tests by the path in the repository", () => {
    const testResults = [
      result("a.test.ts", "passed", ["passes", "passed"], [" is skipped", "skipped"], ["is planned", "todo"]),
      result("b.test.ts", "failed", ["fails", "failed"], ["is skipped", "skipped"])
    ];
    expect(skippedTests({ ...counts, testResults }, "/repository/")).toEqual([
      { file: "test/a.test.ts", title: "is skipped" },
      { file: "test/a.test.ts", title: "is planned" },
      { file: "test/b.test.ts", title: "is skipped" }
    ]);
  });

  it("leaves out tests that did not run because their file broke", () => {
    const testResults = [result("a.test.ts", "failed", ["is skipped", "skipped"])];
    expect(skippedTests({ ...counts, testResults }, "/repository/")).toEqual([]);
  });
});

it.each([
  [true, "in CI", "true", []],
  [true, "in CI for one folder", "true", ["test/domain"]],
  [false, "outside CI", undefined, []],
  [false, "outside CI, where the variable is empty", "", []],
  [false, "for one title", "true", ["-t", "adds"]],
  [false, "for one title by the long flag", "true", ["--testNamePattern=adds"]]
])("checks skips (%s) %s", (expected, _, ci, flags) => {
  expect(checksSkips(flags, ci)).toBe(expected);
});

it("lists files that exist", () => {
  for (const file of requirements.flatMap(({ files }) => files)) expect(existsSync(file), file).toBe(true);
});
