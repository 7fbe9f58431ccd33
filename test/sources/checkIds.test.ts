import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = (name: string): string => readFileSync(`${root}docs/${name}`, "utf8");
const described = (name: string): ReadonlyArray<string> =>
  [...page(name).matchAll(/^\| ([A-Z]{2}-\d\d|[A-Z]+\d+) \|/gm)].map(([, id = ""]) => id);

/** Ids that stand for none: they are made up in tests of the tools that report checks. */
const madeUp = /^XX-/;

const named = (pattern: RegExp): ReadonlySet<string> => {
  const files = globSync("test/**/*.{ts,tsx}", { cwd: root, exclude: (path) => path.includes("node_modules") });
  const texts = files.map((path) => readFileSync(`${root}${path}`, "utf8"));
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, id = ""]) => id)));
};

const checks = named(/\b([A-Z]{2}-\d\d)\b/g);
const invariants = named(/["'`]([A-Z]{1,2}\d{1,2}) [a-z]/g);

it("describes every check that a test names, and no other", () => {
  const conformance = new Set(described("conformance.md"));
  const expected = [...checks].filter((id) => !madeUp.test(id) && !conformance.has(id)).sort();
  expect(described("checks.md")).toEqual(expected);
  expect([...conformance].filter((id) => !checks.has(id))).toEqual([]);
});

it("says what every prefix stands for", () => {
  const prefixes = new Set([...described("checks.md"), ...described("conformance.md")].map((id) => id.slice(0, 2)));
  const listed = [...page("checks.md").matchAll(/^\| `([A-Z]{2})` \|/gm)].map(([, prefix]) => prefix);
  expect(listed).toEqual([...prefixes].sort());
});

it("names only invariants that exist", () => {
  const known = new Set(described("invariants.md"));
  expect([...invariants].filter((id) => !known.has(id))).toEqual([]);
});
