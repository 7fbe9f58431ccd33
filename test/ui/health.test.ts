import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assert } from "@effect/vitest";
import type { Page } from "playwright-core";
import { it } from "vitest";
import { axeFindings } from "./axeFindings.ts";
import { withSettings } from "./SettingsInBrowser.ts";
import { signInToApp } from "./SignedInApp.ts";

/** The folder for screenshots, which git ignores. */
const folder = fileURLToPath(new URL("../../scratchpad/settings", import.meta.url));

const sizes = [
  [360, 740],
  [768, 1024],
  [1440, 900]
] as const;

/** The figures on narrow screens that do not begin where their labels do, as their text. */
const shiftedFigures = `[...document.querySelectorAll(".table.cards.figures td[data-label] > *")]
  .filter((each) => getComputedStyle(each.parentElement).display === "grid")
  .filter((each) => Math.abs(each.getBoundingClientRect().left - each.parentElement.getBoundingClientRect().left) > 1)
  .map((each) => each.textContent)`;

/** Checks a page with axe, and that it fits its window, in both colour schemes and three sizes. Saves screenshots. */
const looksRight = async (page: Page, name: string): Promise<void> => {
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

/** Processes report every 15 seconds, with jitter, and the page is updated as often. */
const whenReported = { timeout: 60_000 };

await withSettings("the health of the instance", (settings) => {
  it("shows the requests, the PDSes, the processes and the database", async () => {
    await signInToApp(settings(), "health-alice.test");
    const page = await settings().open("/health");
    await page.getByRole("heading", { name: "Health", level: 1 }).waitFor();
    await page.getByText("Everything works").waitFor();
    const kinds = page.getByRole("region", { name: "Requests by kind" });
    await kinds.getByRole("cell", { name: "Token endpoint" }).waitFor(whenReported);
    await kinds.getByRole("cell", { name: "GraphQL mutations" }).waitFor();
    const pds = new URL(settings().network.pdses[0].url).host;
    await page.getByRole("region", { name: "Calls to PDSes" }).getByText(pds).waitFor();
    await page.getByRole("region", { name: "Processes" }).getByText("Answers you").waitFor();
    await page.getByRole("region", { name: "Database" }).getByText("tidemark.events").waitFor();
    await page.getByRole("button", { name: "Show table" }).click();
    await page.getByRole("region", { name: "Requests per minute, as a table" }).waitFor();
    await page.getByRole("button", { name: "Show chart" }).click();
    await looksRight(page, "health");
  }, 120_000);

  it("runs the checks of tidemark doctor", async () => {
    const page = await settings().open("/health");
    const checks = page.getByRole("region", { name: "Checks" });
    await checks.getByRole("button", { name: "Run checks" }).click();
    await checks.getByRole("status").waitFor(whenReported);
    await checks.getByText("Running instance").waitFor();
    const results = (await checks.textContent()) ?? "";
    assert.include(results, "runs with the settings of this environment");
    assert.match(results, /version [\d.]+ runs at http/);
    await checks.getByRole("button", { name: "Run again" }).waitFor();
    await looksRight(page, "health-checks");
  }, 120_000);
});
