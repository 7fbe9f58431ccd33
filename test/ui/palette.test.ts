import { assert } from "@effect/vitest";
import type { Page } from "playwright-core";
import { beforeAll, it } from "vitest";
import { recordPath } from "../../ui/src/sections/records/recordPath.ts";
import { axeFindings } from "./axeFindings.ts";
import { withSettings } from "./SettingsInBrowser.ts";
import { type SignedInApp, signInToApp } from "./SignedInApp.ts";

await withSettings("the search box in a browser", (settings) => {
  let alice: SignedInApp;
  beforeAll(async () => {
    alice = await signInToApp(settings(), "palette-alice.test");
  });

  const box = (page: Page) => page.getByRole("combobox", { name: /^Search/ });

  const openBox = async (page: Page): Promise<void> => {
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.keyboard.press("Control+k");
    await box(page).waitFor();
  };

  /** The name of the option that the keys act on. */
  const activeOption = async (page: Page): Promise<string | null> => {
    const id = (await box(page).getAttribute("aria-activedescendant")) ?? "";
    return page.locator(`[id="${id}"]`).textContent();
  };

  it("opens by its shortcut, finds an account, and goes there by the keyboard alone", async () => {
    const page = await settings().open("");
    await openBox(page);
    await page.keyboard.type("palette-ali");
    const accounts = page.getByRole("listbox").getByRole("group", { name: "Accounts" });
    await accounts.getByRole("option", { name: /palette-alice\.test/ }).waitFor();
    assert.include((await activeOption(page)) ?? "", "palette-alice.test");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/settings/accounts/${encodeURIComponent(alice.account.did)}`);
    assert.strictEqual(await box(page).count(), 0);
    await openBox(page);
    const recent = page.getByRole("group", { name: "Recent" });
    await recent.getByRole("option", { name: /palette-alice\.test/ }).waitFor();
  });

  it("moves through the options with the arrow keys, and around their ends", async () => {
    const page = await settings().open("");
    await openBox(page);
    const options = page.getByRole("option");
    const first = await options.first().textContent();
    const last = await options.last().textContent();
    assert.strictEqual(await activeOption(page), first);
    await page.keyboard.press("ArrowUp");
    assert.strictEqual(await activeOption(page), last);
    await page.keyboard.press("ArrowDown");
    assert.strictEqual(await activeOption(page), first);
    await page.keyboard.press("Escape");
    await box(page).waitFor({ state: "detached" });
  });

  it.each([
    ["a client", () => alice.clientId, /^OAuth clients$/, () => `/clients/${alice.clientId}`],
    ["a record", () => alice.uri, /^Records$/, () => recordPath(alice.uri)],
    ["a collection", () => "statusphere.status", /^Collections$/, () => "/records/xyz.statusphere.status"],
    ["a Lexicon", () => "statusphere.status", /^Lexicons$/, () => "/lexicons/xyz.statusphere.status"],
    ["an event", () => "#3", /^Events$/, () => "/audit/events/3"],
    ["a page", () => "verify the", /^Pages$/, () => "/audit/log"]
  ])("finds %s, and opens its page", async (_what, text, group, path) => {
    const page = await settings().open("");
    await openBox(page);
    await box(page).fill(text());
    await page.getByRole("group", { name: group }).getByRole("option").first().click();
    await page.waitForURL(`${settings().origin}/settings${path()}`);
  });

  it("offers to search the audit log for a text that names nothing", async () => {
    const page = await settings().open("");
    await openBox(page);
    await box(page).fill("nobody of that name");
    await page.getByRole("option", { name: /^Search the audit log for/ }).click();
    await page.getByRole("heading", { name: "No matching stories" }).waitFor();
  });

  it.each(["light", "dark"] as const)("passes axe on a phone, opened by its button, %s", async (colorScheme) => {
    const viewport = { width: 360, height: 740 };
    const page = await settings().open("", { colorScheme, viewport, reducedMotion: "reduce" });
    await page.getByRole("button", { name: "Search" }).click();
    await box(page).fill("palette");
    await page.getByRole("option", { name: /palette-alice\.test/ }).waitFor();
    assert.deepStrictEqual(await axeFindings(page), []);
  });
});
