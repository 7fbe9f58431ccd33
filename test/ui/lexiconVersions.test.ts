import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assert } from "@effect/vitest";
import { it } from "vitest";
import { axeFindings } from "./axeFindings.ts";
import { withSettings } from "./SettingsInBrowser.ts";

/** The folder for screenshots, which git ignores. */
const folder = fileURLToPath(new URL("../../scratchpad/settings", import.meta.url));

const note = {
  name: "note.json",
  mimeType: "application/json",
  buffer: Buffer.from(
    JSON.stringify({
      lexicon: 1,
      id: "com.example.note",
      defs: {
        main: { type: "record", key: "tid", record: { type: "object", properties: { text: { type: "string" } } } }
      }
    })
  )
};

await withSettings("versions of the Lexicons in a browser", (settings) => {
  it("show what an import changed, and restore the set before it", async () => {
    const page = await settings().open("/lexicons");
    await page.locator("input[type=file]").setInputFiles([note]);
    await page.getByRole("button", { name: "Add Lexicons" }).click();
    await page.getByRole("link", { name: "com.example.note" }).waitFor();
    await page.getByRole("link", { name: "Versions" }).click();
    await page.getByRole("region", { name: "Differences" }).getByText("com.example.note").waitFor();
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByRole("heading", { name: "Review the changes" }).waitFor();
    await page
      .getByRole("region", { name: "Restore version 1" })
      .getByRole("button", { name: "Restore version 1" })
      .click();
    await page.getByRole("status").filter({ hasText: "Version 1 is active again" }).waitFor();
    await page.getByRole("cell", { name: "3 Active" }).waitFor();
  });

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900]
  ] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      it(`fit ${width} px, ${colorScheme}`, async () => {
        await mkdir(folder, { recursive: true });
        const page = await settings().open("/lexicons/versions", { viewport: { width, height }, colorScheme });
        await page.getByRole("region", { name: "Differences" }).waitFor();
        await page.getByLabel("Loading").first().waitFor({ state: "detached" });
        await page.screenshot({ path: `${folder}/lexicon-versions-${width}-${colorScheme}.png`, fullPage: true });
        assert.deepStrictEqual(await axeFindings(page), []);
        await page.goto(`${settings().origin}/settings/lexicons/xyz.statusphere.status`);
        await page.getByRole("region", { name: "Fields", exact: true }).waitFor();
        await page.screenshot({ path: `${folder}/lexicon-fields-${width}-${colorScheme}.png`, fullPage: true });
        assert.isAtMost(await page.evaluate("document.documentElement.scrollWidth"), width);
        assert.deepStrictEqual(await axeFindings(page), []);
      });
    }
  }
});
