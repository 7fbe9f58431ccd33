import { readFileSync } from "node:fs";
import { expect, it } from "@effect/vitest";
import { nodeOptions } from "../../../../src/adapters/cli/serve/nodeOptions.ts";

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");

it("are the same in package.json, the Dockerfile and docs/operations.md", () => {
  expect(JSON.parse(read("package.json")).scripts.start).toContain(nodeOptions.join(" "));
  expect(read("Dockerfile")).toContain(nodeOptions.map((option) => JSON.stringify(option)).join(", "));
  for (const option of nodeOptions) expect(read("docs/operations.md")).toContain(option);
});
