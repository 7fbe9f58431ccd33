import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

const axe = await readFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** What axe finds that keeps somebody from using a page as it is now. */
export const axeFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe);
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(", ")))`);
};
