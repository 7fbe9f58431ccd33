import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { growthFile, growthPage } from "../../../scripts/growth/growthPage.ts";

it("docs/growth.md has the tables of the present snapshots, costs and assumptions", async () => {
  expect(await readFile(growthFile, "utf8"), "npm run growth writes it").toBe(await growthPage());
});
