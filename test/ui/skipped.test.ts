import { expect, it } from "vitest";
import { axeFindings } from "./axeFindings.ts";
import { withSettings } from "./SettingsInBrowser.ts";
import { skipRecords } from "./skipRecords.ts";

await withSettings("the skipped records in a browser", (settings) => {
  it("are listed with their reasons, page by page, and filtered by account", async () => {
    const [alice, bob] = ["did:plc:alice234alice234alice234", "did:plc:bob4567bob4567bob4567bob"];
    const empty = await settings().open("/skipped");
    await empty.getByRole("heading", { name: "No skipped records" }).waitFor();
    await skipRecords(settings().running, alice, 60);
    await skipRecords(settings().running, bob, 1);
    const page = await settings().open("/skipped");
    await page.getByRole("heading", { name: "61 records" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(51);
    await page.getByText("It has a string that is not UTF-8.").first().waitFor();
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByRole("row").nth(61).waitFor();
    await page.getByRole("textbox", { name: "Account" }).fill(bob);
    await page.getByRole("textbox", { name: "Account" }).press("Enter");
    await page.getByRole("heading", { name: "1 record", exact: true }).waitFor();
    for (const [width, height] of [
      [360, 740],
      [1280, 800]
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
    }
  });
});
