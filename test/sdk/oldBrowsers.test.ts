import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { builtIns, newerWithFallback, oldest } from "./support/builtIns.ts";
import { usedBuiltIns } from "./support/usedBuiltIns.ts";

const uses = usedBuiltIns();

it("uses no feature that the oldest browsers lack, unless there is a fallback", () => {
  const newer = uses.filter(({ name }) => !builtIns.has(name));
  expect(new Set(newer.map(({ file, name }) => `${name} in ${file}`))).toEqual(
    new Set(Object.entries(newerWithFallback).map(([name, file]) => `${name} in ${file}`))
  );
});

it("lists no feature that is no longer used", () => {
  const used = new Set(uses.map(({ name }) => name));
  const owners = new Set([...used].map((name) => name.split(".")[0]));
  expect([...builtIns].filter((name) => !used.has(name) && !owners.has(name))).toEqual([]);
});

it("names the same browsers everywhere", async () => {
  const named = Object.entries(oldest);
  const sentence = named.map(([name, version]) => `${name} ${version}`).join(", ");
  for (const path of ["docs/apps.md", "sdk/README.md", "sdk/src/onlyTidemarkErrors.ts"]) {
    expect(await readFile(new URL(`../../${path}`, import.meta.url), "utf8"), path).toContain(sentence);
  }
  const bundle = await readFile(new URL("../../scripts/sdk/bundle.ts", import.meta.url), "utf8");
  for (const [name, version] of named) expect(bundle).toContain(`"${name.toLowerCase()}${version}"`);
});
