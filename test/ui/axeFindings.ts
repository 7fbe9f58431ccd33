import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

const axe = await readFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Returns the serious and critical findings of axe for a page, after all animations have finished. */
export const axeFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished)).then(() => {})`);
  await page.evaluate(axe);
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(", ")))`);
};
