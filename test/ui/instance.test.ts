import { expect, it } from "vitest";
import { withSettings } from "./SettingsInBrowser.ts";
import { signInToApp } from "./SignedInApp.ts";

/** The machine may be busy. */
const whenBusy = { timeout: 15_000 };

await withSettings("the instance in a browser", (settings) => {
  it("shows the activity as a chart and as a table, over five ranges", async () => {
    const { account } = await signInToApp(settings(), "activity-alice.test");
    const page = await settings().open("");
    await page.getByRole("region", { name: "Recent activity" }).getByRole("listitem").first().waitFor();
    await page.getByText(account.handle).first().waitFor();
    await page.getByRole("list", { name: /^Last 24 hours: / }).waitFor();
    for (const range of ["Last hour", "Last 3 hours", "Last 7 days", "Last 30 days"]) {
      await page.getByRole("radio", { name: range }).click();
      await page.getByRole("list", { name: new RegExp(`^${range}: `) }).waitFor();
    }
    expect(new URL(page.url()).search).toBe("?range=month");
    await page.getByRole("button", { name: "Show table" }).click();
    const table = page.getByRole("table");
    await table.waitFor();
    expect(await table.getByRole("columnheader").allInnerTexts()).toContain("Sign-ins");
  });

  it("adds another account as an admin, and removes it again", async () => {
    const page = await settings().open("/admins");
    await page.getByText("The last owner cannot be removed").waitFor();
    await page.getByLabel("Add an admin").fill("nobody-has-this.test");
    await page.getByRole("button", { name: "Add admin" }).click();
    await page.locator(".field .wrong").filter({ hasText: /\w/ }).waitFor();
    const carol = await settings().network.pdses[0].createAccount({ handle: "settings-carol.test" });
    await page.getByLabel("Add an admin").fill(`@${carol.handle}`);
    await page.getByRole("button", { name: "Add admin" }).click();
    await page.getByRole("status").filter({ hasText: "is now an admin" }).waitFor();

    const other = await settings().open("", { signedIn: false });
    await settings().goThroughPds(other, carol, "Sign in");
    await other.getByRole("heading", { name: "Activity", level: 1 }).waitFor();

    await page
      .getByRole("button", { name: /^Remove / })
      .last()
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove admin" }).click();
    await page.getByRole("status").filter({ hasText: "is no longer an admin" }).waitFor();
    await other.getByRole("link", { name: "Lexicons" }).first().click();
    await other.getByText("Your session ended").waitFor();
  });

  it("shows the configuration without secrets, and the endpoints for apps", async () => {
    const page = await settings().open("/instance", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "Copy the URL of GraphQL", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${settings().origin}/graphql`);
    await page.getByText("EXTERNAL_BASE_URL", { exact: true }).waitFor();
    await page.getByText("handleRedirectCallback").waitFor();
  });

  it("deletes all records once the host is typed, and nothing before", async () => {
    await signInToApp(settings(), "danger-alice.test");
    const page = await settings().open("/danger");
    await page.getByRole("button", { name: "Delete all records" }).click();
    const question = page.getByRole("alertdialog");
    const remove = question.getByRole("button", { name: "Delete all records" });
    expect(await remove.isDisabled()).toBe(true);
    await question.getByRole("textbox").fill("another.example");
    expect(await remove.isDisabled()).toBe(true);
    await question.getByRole("textbox").fill(new URL(settings().origin).host);
    await remove.click();
    await page.getByRole("status").filter({ hasText: "records were deleted from the index" }).waitFor();
  });

  it("can be used by keyboard, with the focus and the title on the current page", async () => {
    const page = await settings().open("");
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
    await page.getByRole("link", { name: "Audit log" }).first().press("Enter");
    const heading = page.getByRole("heading", { name: "Audit log", level: 1 });
    await heading.waitFor();
    await expect
      .poll(() => page.evaluate("document.activeElement.outerHTML"), whenBusy)
      .toMatch(/^<h1[^>]*>Audit log</);
    expect(await page.title()).toBe("Audit log · Tidemark");
    await page.goBack();
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
  });

  it("has the navigation behind a button on a phone, and Escape closes it", async () => {
    const page = await settings().open("", { viewport: { width: 360, height: 740 } });
    await page.getByRole("button", { name: "Open navigation" }).click();
    const drawer = page.getByRole("dialog", { name: "Navigation" });
    await drawer.waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Open navigation" }).click();
    await drawer.getByRole("link", { name: "OAuth clients" }).click();
    await page.getByRole("heading", { name: "OAuth clients", level: 1 }).waitFor();
    await drawer.waitFor({ state: "detached" });
  });

  it("remembers the chosen theme", async () => {
    const page = await settings().open("", { colorScheme: "light" });
    await page.getByRole("radio", { name: "Dark" }).click();
    await page.reload();
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  });
});
