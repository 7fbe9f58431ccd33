import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assert } from "@effect/vitest";
import type { Page } from "playwright-core";
import { axeFindings } from "./axeFindings.ts";

/** The folder for screenshots, which git ignores. */
const folder = fileURLToPath(new URL("../../scratchpad/settings", import.meta.url));

type Size = readonly [width: number, height: number];

/** The width of a phone, and that of a window on a desktop. */
export const twoSizes: ReadonlyArray<Size> = [
  [360, 740],
  [1280, 1000]
];

/** The widths of a phone, a tablet and a desktop. */
export const threeSizes: ReadonlyArray<Size> = [
  [360, 740],
  [768, 1024],
  [1440, 900]
];

/** The figures on narrow screens that do not begin where their labels do, as their text. */
const shiftedFigures = `[...document.querySelectorAll(".table.cards.figures td[data-label] > *")]
  .filter((each) => getComputedStyle(each.parentElement).display === "grid")
  .filter((each) => Math.abs(each.getBoundingClientRect().left - each.parentElement.getBoundingClientRect().left) > 1)
  .map((each) => each.textContent)`;

/** Checks a page with axe, and that it fits its window, in both colour schemes and some sizes. Saves screenshots. */
export const looksRight = async (page: Page, name: string, sizes: ReadonlyArray<Size>): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      assert.deepStrictEqual(await axeFindings(page), [], `${name}, ${colorScheme}, ${width}`);
      assert.isFalse(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), `${name}, ${width}`);
      assert.deepStrictEqual(await page.evaluate(shiftedFigures), [], `${name}, ${width}`);
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
};
