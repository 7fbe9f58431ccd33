import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { axeFindings } from "./axeFindings.ts";
import { withSettings } from "./SettingsInBrowser.ts";
import { signInToApp } from "./SignedInApp.ts";

const folder = fileURLToPath(new URL("../../scratchpad/settings", import.meta.url));

await withSettings("the first steps in a browser", (settings) => {
  it("lists what is left to do in place of empty numbers, until it is done or hidden", async () => {
    await mkdir(folder, { recursive: true });
    const page = await settings().open("");
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByText("0 of 5 done").waitFor();
    expect(await page.getByText("Active sessions").count()).toBe(0);
    for (const width of [360, 768, 1440]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await axeFindings(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
        await page.screenshot({ path: `${folder}/first-steps-${width}-${colorScheme}.png` });
      }
    }
    await steps.getByRole("button", { name: "Mark as done" }).click();
    await steps.getByText("1 of 5 done").waitFor();
    await steps.getByRole("link", { name: "Register client" }).click();
    await page.getByRole("heading", { name: "Register a new client" }).or(page.locator("h1")).first().waitFor();
    await signInToApp(settings(), "steps-alice.test");
    await page.goto(`${settings().origin}/settings`);
    await steps.getByText("3 of 5 done").waitFor();
    await page.getByText("Active sessions").waitFor();
    await steps.getByRole("button", { name: "Hide" }).click();
    await steps.waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("Active sessions").waitFor();
    expect(await steps.count()).toBe(0);
  });
});
