import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

const sources = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));

it("names steps with traced, because a span copies all services", () => {
  const spans = sources.filter((path) => /Effect\.(fn\(|withSpan\b)/.test(readFileSync(join(root, path), "utf8")));
  expect(spans).toEqual([]);
});
