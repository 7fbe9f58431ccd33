import { expect, it } from "vitest";
import { withSettings } from "./SettingsInBrowser.ts";

await withSettings("signing in to the settings in a browser", (settings) => {
  it("refuses a wrong set-up token, and says what to do", async () => {
    const page = await settings().open("", { signedIn: false });
    await page.getByLabel("Set-up token").fill("setup_nobody-made-this");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Unknown set-up token.").waitFor();
    expect(await page.getByLabel("Set-up token").getAttribute("aria-invalid")).toBe("true");
  });

  it("takes the token, then makes the account the first admin that its server confirmed", async () => {
    const page = await settings().open("/clients");
    await page.getByRole("heading", { name: "OAuth Clients", level: 1 }).waitFor();
    await page.getByText(settings().admin.handle).first().waitFor();
  });

  it("lets an admin in by the account alone, back to where they were, and out again", async () => {
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

  it("tells an account that is no admin why it is not in", async () => {
    await settings().open("");
    const stranger = await settings().network.pdses[0].createAccount({ handle: "settings-stranger.test" });
    const page = await settings().open("", { signedIn: false });
    await settings().goThroughPds(page, stranger, "Sign in");
    await page.getByRole("alert").filter({ hasText: "This account is not an admin here." }).waitFor();
  });

  it("tells that a handle leads nowhere, at its field", async () => {
    await settings().open("");
    const page = await settings().open("", { signedIn: false });
    await page.getByLabel("Your handle").fill("nobody-has-this.test");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("No account has this handle").waitFor();
  });

  it("asks again where somebody is whose session is over, and goes on there", async () => {
    const page = await settings().open("/clients/new");
    await page.getByRole("heading", { name: "Register New Client" }).waitFor();
    await page.context().clearCookies();
    await page.getByLabel("Client Name").fill("Too late");
    await page.getByLabel("Redirect URI 1").fill("https://late.example/callback");
    await page.getByRole("button", { name: "Register Client" }).click();
    await page.getByText("Your session ended").waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings/clients/new");
    await settings().goThroughPds(page, settings().admin, "Sign in");
    await page.getByRole("heading", { name: "Register New Client" }).waitFor();
  });

  it("tells whoever runs no scripts about the command line", async () => {
    const page = await settings().open("", { signedIn: false, javaScriptEnabled: false });
    await page.locator("noscript code").waitFor();
  });
});
