import { expect, it } from "vitest";
import { withSettings } from "./SettingsInBrowser.ts";

await withSettings("signing in to the settings in a browser", (settings) => {
  it("refuses a wrong setup token, and says what to do", async () => {
    const page = await settings().open("", { signedIn: false });
    await page.getByLabel("Setup token").fill("setup_nobody-made-this");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Unknown setup token.").waitFor();
    expect(await page.getByLabel("Setup token").getAttribute("aria-invalid")).toBe("true");
  });

  it("accepts the token, then makes the account that signs in the first admin", async () => {
    const page = await settings().open("/clients");
    await page.getByRole("heading", { name: "OAuth clients", level: 1 }).waitFor();
    await page.getByText(settings().admin.handle).first().waitFor();
  });

  it("signs an admin in with the account alone, returns to the same page, and signs out again", async () => {
    await settings().open("");
    const page = await settings().open("/lexicons?q=status", { signedIn: false });
    await settings().goThroughPds(page, settings().admin, "Sign in");
    await page.getByRole("heading", { name: "Lexicons", level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe("?q=status");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings");
    expect(await page.getByText("Your session ended").count()).toBe(0);
    await page.reload();
    await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
  });

  it("tells an account that is not an admin why it is not signed in", async () => {
    await settings().open("");
    const stranger = await settings().network.pdses[0].createAccount({ handle: "settings-stranger.test" });
    const page = await settings().open("", { signedIn: false });
    await settings().goThroughPds(page, stranger, "Sign in");
    await page.getByRole("alert").filter({ hasText: "This account is not an admin here." }).waitFor();
  });

  it("reports an unknown handle at its field", async () => {
    await settings().open("");
    const page = await settings().open("", { signedIn: false });
    await page.getByLabel("Your handle").fill("nobody-has-this.test");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("No account has this handle").waitFor();
  });

  it("asks for a new sign-in on the current page when the session has ended, and continues there", async () => {
    const page = await settings().open("/clients/new");
    await page.getByRole("heading", { name: "Register new client" }).waitFor();
    await page.context().clearCookies();
    await page.getByLabel("Client name").fill("Too late");
    await page.getByLabel("Redirect URI 1").fill("https://late.example/callback");
    await page.getByRole("button", { name: "Register client" }).click();
    await page.getByText("Your session ended").waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings/clients/new");
    await settings().goThroughPds(page, settings().admin, "Sign in");
    await page.getByRole("heading", { name: "Register new client" }).waitFor();
  });

  it("refers users without JavaScript to the command line", async () => {
    const page = await settings().open("", { signedIn: false, javaScriptEnabled: false });
    await page.locator("noscript code").waitFor();
  });
});
