import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assert, it } from "@effect/vitest";
import { admits } from "../../scripts/lock/admits.ts";
import { lockedPackages, nodeRange, nodeVersions } from "../../scripts/lock/lockedPackages.ts";

it.each([
  [">=22", "22.0.0", true],
  [">=22", "20.20.2", false],
  [">= 22.22", "22.21.9", false],
  ["^22||^24||>=26", "24.21.0", true],
  ["^22||^24||>=26", "25.1.0", false],
  ["^20.19.0 || >=22.12.0", "20.18.9", false],
  ["^20.19.0 || >=22.12.0", "20.20.2", true],
  [">=18 <21", "20.0.0", true],
  [">=18 <21", "21.0.0", false],
  ["20 || >=22", "20.20.2", true],
  ["20.x", "20.4.0", true],
  ["*", "24.21.0", true],
  ["~20.19", "20.19.3", true],
  ["~20.19", "20.20.0", false],
  ["0.12 || >= 4", "0.12.9", true]
])("%s admits %s: %s", (range, version, expected) => {
  assert.strictEqual(admits(range, version), expected);
});

it("holds no package about which npm warns on the oldest Node.js that may run it", async () => {
  const { floor } = await nodeVersions();
  const refusing = (await lockedPackages()).filter(({ needs }) => needs !== null && !admits(needs, floor));
  assert.deepStrictEqual(refusing, [], "run npm run lock");
});

it("holds only packages that accept the Node.js that they run on", async () => {
  const { pinned } = await nodeVersions();
  const read = (path: string) =>
    readFile(fileURLToPath(new URL(`../../${path}/package.json`, import.meta.url)), "utf8").catch(() => "{}");
  const needs = await Promise.all(
    (await lockedPackages()).map(async ({ path }) => [path, nodeRange(JSON.parse(await read(path)).engines)] as const)
  );
  assert.isAbove(needs.filter(([, range]) => range !== null).length, 100);
  assert.deepStrictEqual(
    needs.filter(([, range]) => range !== null && !admits(range, pinned)),
    []
  );
});
