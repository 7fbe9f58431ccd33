import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { axeFindings } from "./axeFindings.ts";
import { withSettings } from "./SettingsInBrowser.ts";

const folder = fileURLToPath(new URL("../../scratchpad/settings", import.meta.url));

await withSettings("roles in a browser", (settings) => {
  it("lets a reader see every page and change nothing, and says which role is needed", async () => {
    await mkdir(folder, { recursive: true });
    const page = await settings().open("/admins");
    const rita = await settings().network.pdses[0].createAccount({ handle: "roles-rita.test" });
    await page.getByLabel("Add an admin").fill(rita.handle);
    await page.getByLabel("Role", { exact: true }).selectOption("Reader");
    await page.getByRole("button", { name: "Add admin" }).click();
    await page.getByRole("status").filter({ hasText: "with the role reader" }).waitFor();

    const own = await settings().open("", { signedIn: false });
    await settings().goThroughPds(own, rita, "Sign in");
    await own.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    await own.goto(`${settings().origin}/settings/danger`);
    const remove = own.getByRole("button", { name: "Delete all records" });
    await remove.waitFor();
    expect(await remove.getAttribute("aria-disabled")).toBe("true");
    await own.getByText("Needs the role owner", { exact: true }).waitFor();
    await remove.click({ force: true });
    await own.getByRole("status").filter({ hasText: "This needs the role owner; yours is reader" }).waitFor();
    expect(await own.getByRole("alertdialog").count()).toBe(0);

    await own.goto(`${settings().origin}/settings/admins`);
    await own.getByRole("heading", { name: "What each role may do" }).waitFor();
    expect(await own.getByLabel(`Role of ${rita.handle}`).isDisabled()).toBe(true);
    for (const [size, colorScheme] of [
      [360, "light"],
      [768, "dark"],
      [1440, "light"],
      [1440, "dark"]
    ] as const) {
      await own.setViewportSize({ width: size, height: 900 });
      await own.emulateMedia({ colorScheme });
      expect(await axeFindings(own)).toEqual([]);
      expect(await own.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
      await own.screenshot({ path: `${folder}/roles-reader-${size}-${colorScheme}.png`, fullPage: true });
    }

    const { clientId } = await settings().running.register("confidential", "https://deploys.example.com/callback");
    await page.getByLabel(`Role of ${rita.handle}`).selectOption("Developer");
    await page.getByRole("status").filter({ hasText: "now has the role developer" }).waitFor();
    const changes = ["Edit", "Rotate secret", "Save lifetimes", "Delete client"] as const;
    const disabled = async () => {
      await own.goto(`${settings().origin}/settings/clients/${clientId}`);
      await own.getByRole("button", { name: "Rotate secret" }).waitFor();
      return Promise.all(
        changes.map((name) => own.getByRole("button", { name, exact: true }).getAttribute("aria-disabled"))
      );
    };
    expect(await disabled()).toEqual([null, null, null, null]);
    await page.goto(`${settings().origin}/settings/clients/${clientId}`);
    await page.getByRole("button", { name: "Grant admin access" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Grant admin access" }).click();
    await page.getByRole("button", { name: "Revoke admin access" }).waitFor();
    expect(await disabled()).toEqual(["true", "true", "true", "true"]);
    for (const size of [360, 768, 1440]) {
      await own.setViewportSize({ width: size, height: 900 });
      expect(await own.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
      await own.screenshot({ path: `${folder}/roles-developer-client-${size}.png`, fullPage: true });
    }
    await page.goto(`${settings().origin}/settings/admins`);

    await page.getByLabel(`Role of ${rita.handle}`).selectOption("Owner");
    await page.getByRole("status").filter({ hasText: "now has the role owner" }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: `${folder}/roles-owner-1440.png`, fullPage: true });
    await page.setViewportSize({ width: 360, height: 900 });
    await page.screenshot({ path: `${folder}/roles-owner-360.png`, fullPage: true });
    await own.goto(`${settings().origin}/settings/admins`);
    expect(await own.getByLabel(`Role of ${rita.handle}`).isDisabled()).toBe(false);
    await page.getByRole("button", { name: `Undo: ${rita.handle} now has the role owner` }).click();
    await page.getByRole("status").filter({ hasText: "The change was undone" }).waitFor();
    await own.reload();
    expect(await own.getByLabel(`Role of ${rita.handle}`).isDisabled()).toBe(true);
  });
});
