import { expect, it } from "vitest";
import { axeFindings } from "./axeFindings.ts";
import { withSettings } from "./SettingsInBrowser.ts";

await withSettings("the OAuth clients in a browser", (settings) => {
  it("an empty list links to the form for a new client", async () => {
    const page = await settings().open("/clients");
    await page.getByRole("heading", { name: "No clients yet" }).waitFor();
    await page.getByRole("link", { name: "Register new client" }).first().click();
    const heading = page.getByRole("heading", { name: "Register new client", level: 1 });
    await heading.waitFor();
    await page.getByLabel("Client name").waitFor();
    expect(await page.getByLabel("Scope").inputValue()).toBe("atproto transition:generic");
    expect(await page.getByRole("radio", { name: /Public/ }).isChecked()).toBe(true);
  });

  it("the form validates while the user types, by the rules of the service, and does not send invalid input", async () => {
    const page = await settings().open("/clients/new");
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("http://app.example.com/callback");
    await page.getByText("It must use https; http is for 127.0.0.1, [::1] and localhost only.").waitFor();
    await page.getByLabel("Scope").fill("everything");
    await page.getByText('"everything" is not a known scope.').waitFor();
    let requests = 0;
    page.on("request", (request) => {
      if (request.postData()?.includes("createOAuthClient") === true) requests++;
    });
    await page.getByRole("button", { name: "Register client" }).click();
    const summary = page.getByRole("alert").filter({ hasText: "The client was not saved" });
    await summary.waitFor();
    expect(await summary.textContent()).toContain("Client name, Redirect URIs, Scope");
    await page.getByText("Client name is missing").waitFor();
    expect(requests).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://app.example.com/callback");
    await page.getByText("It must use https").waitFor({ state: "detached" });
  });

  it("the first press of the button reports the errors of an empty form, although it takes the focus from a field", async () => {
    const page = await settings().open("/clients/new");
    await page.getByLabel("Client name").click();
    await page.getByRole("button", { name: "Register client" }).click();
    await page.getByRole("alert").filter({ hasText: "The client was not saved" }).waitFor();
    await page.getByLabel("Client name").fill("My app");
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("nowhere");
    await page.getByRole("button", { name: "Register client" }).click();
    await page.getByText("Correct these fields: Redirect URIs.").waitFor();
  });

  it("the input is restored after a new sign-in, and discarded by Cancel", async () => {
    const page = await settings().open("/clients/new");
    await page.getByLabel("Client name").fill("Half filled");
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://half.example.com/callback");
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Register client" }).click();
    await page.getByRole("alert").filter({ hasText: "Your session ended" }).waitFor();
    await page.context().addCookies(cookies);
    await page.reload();
    expect(await page.getByLabel("Client name").inputValue()).toBe("Half filled");
    const uri = page.getByRole("textbox", { name: "Redirect URI 1" });
    expect(await uri.inputValue()).toBe("https://half.example.com/callback");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Register new client" }).first().click();
    expect(await page.getByLabel("Client name").inputValue()).toBe("");
  });

  it("a public client has no secret, and appears on its page and in the list", async () => {
    const page = await settings().open("/clients/new");
    await page.getByLabel("Client name").fill("A public app");
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://app.example.com/callback");
    await page.getByRole("button", { name: "Add another" }).click();
    await page.getByRole("textbox", { name: "Redirect URI 2" }).fill("com.example.app:/callback");
    await page.getByRole("button", { name: "Register client" }).click();
    await page.getByRole("heading", { name: "A public app is registered" }).waitFor();
    expect(await page.getByText("Copy the client secret now").count()).toBe(0);
    await page.getByRole("link", { name: "Open client" }).click();
    await page.getByRole("heading", { name: "A public app", level: 1 }).waitFor();
    await page.getByText("com.example.app:/callback").waitFor();
    expect(await page.getByRole("button", { name: "Rotate secret" }).count()).toBe(0);
    await page.getByRole("link", { name: "OAuth clients" }).first().click();
    await page.getByLabel("Search by name, ID or URI").fill("public");
    await page.getByRole("link", { name: "A public app" }).waitFor();
    expect(new URL(page.url()).search).toBe("?q=public");
    await page.getByLabel("Search by name, ID or URI").fill("nothing like it");
    await page.getByRole("heading", { name: "No client matches" }).waitFor();
  });

  it("a confidential client shows its secret once, and a new one after a rotation", async () => {
    const page = await settings().open("/clients/new", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByLabel("Client name").fill("A server");
    await page.getByText("Server-side apps.").click();
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://server.example.com/callback");
    await page.getByRole("button", { name: "Register client" }).click();
    await page.getByText("Copy the client secret now. It is shown only once.").waitFor();
    const secret = await page.locator(".secret code").first().textContent();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Copy the client secret" }).click();
    await page.getByRole("status").filter({ hasText: "Copied the client secret" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);
    await page.getByRole("link", { name: "I have stored the secret" }).click();
    await page.getByRole("heading", { name: "A server", level: 1 }).waitFor();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole("button", { name: "Rotate secret" }).click();
    const question = page.getByRole("alertdialog", { name: "Rotate the secret of A server?" });
    await question.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Rotate secret" }).click();
    expect(await question.getByLabel("The current secret").inputValue()).toBe("24");
    await question.getByRole("button", { name: "Rotate secret" }).click();
    await page.getByText("Copy the client secret now").waitFor();
    expect(await page.locator(".secret code").first().textContent()).not.toBe(secret);
    await page.getByRole("button", { name: "I have stored it" }).click();
    const secrets = page.getByRole("region", { name: "Client secret" });
    await secrets.getByRole("row").filter({ hasText: "Old" }).getByText("Never").waitFor();
    expect(await secrets.getByRole("row").count()).toBe(3);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Revoke old secret" }).click();
    const revocation = page.getByRole("alertdialog", { name: "Revoke the old secret of A server?" });
    await revocation.getByRole("button", { name: "Revoke old secret" }).click();
    await page.getByRole("status").filter({ hasText: "The old secret was revoked" }).waitFor();
    await secrets.getByRole("row").filter({ hasText: "Old" }).waitFor({ state: "detached" });
  });

  it("a client is renamed, gets lifetimes, and is deleted after its name was typed", async () => {
    const { clientId } = await settings().running.register("public", "https://old.example.com/callback");
    const page = await settings().open(`/clients/${clientId}`);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Client name").fill("Renamed");
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://new.example.com/callback");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "Renamed", level: 1 }).waitFor();
    await page.getByText("https://new.example.com/callback", { exact: true }).waitFor();

    await page.getByText("Now 15 minutes (default). Allowed: 1 minute to 1 hour.").waitFor();
    const unit = page.getByLabel("Unit of access tokens");
    expect(await unit.inputValue()).toBe("minutes");
    expect(await page.getByRole("button", { name: "Save lifetimes" }).isDisabled()).toBe(true);
    await page.getByLabel("Access tokens", { exact: true }).fill("2");
    await unit.selectOption("hours");
    await page.getByText("Enter 1 minute to 1 hour, or leave the field empty for the default.").waitFor();
    await unit.selectOption("minutes");
    await page.getByLabel("Access tokens", { exact: true }).fill("5");
    await page.getByRole("button", { name: "Save lifetimes" }).click();
    await page.getByRole("status").filter({ hasText: "The lifetimes were saved" }).waitFor();
    await page.getByText("Now 5 minutes. Allowed: 1 minute to 1 hour.").waitFor();

    await page.getByRole("button", { name: "Delete client" }).click();
    const question = page.getByRole("alertdialog");
    const remove = question.getByRole("button", { name: "Delete client" });
    expect(await remove.isDisabled()).toBe(true);
    await question.getByLabel('Type "Renamed" to confirm').fill("Renamed");
    await remove.click();
    await page.getByRole("heading", { name: "OAuth clients", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Renamed" }).waitFor({ state: "detached" });
    await page.goto(`${settings().origin}/settings/clients/${clientId}`);
    await page.getByRole("heading", { name: "Client not found" }).waitFor();
  });

  it("the name of an app is shown as text, even if it is HTML", async () => {
    const name = `<img src=x onerror="document.title='taken'">"'&{{7*7}}`;
    const page = await settings().open("/clients/new");
    await page.getByLabel("Client name").fill(name);
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://a.example/</script><script>alert(1)");
    await page.getByRole("button", { name: "Register client" }).click();
    await page.getByRole("heading", { name: `${name} is registered` }).waitFor();
    await page.getByRole("link", { name: "Open client" }).click();
    await page.getByRole("heading", { name, exact: true }).waitFor();
    await page.getByRole("link", { name: "Settings" }).first().click();
    await page.getByRole("region", { name: "the sample code" }).waitFor();
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(await page.title()).toBe("Settings · Tidemark");
  });

  it("admin access is granted after a confirmation, shown on the page and in the list, and revoked", async () => {
    const { clientId } = await settings().running.register("confidential", "https://deploys.example.com/callback");
    const page = await settings().open(`/clients/${clientId}`);
    await page.getByText("Access tokens of this app do not grant admin access").waitFor();
    await page.getByRole("button", { name: "Grant admin access" }).click();
    const question = page.getByRole("alertdialog", { name: /^Grant admin access to / });
    await question.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Access tokens of this app do not grant admin access").waitFor();
    await page.getByRole("button", { name: "Grant admin access" }).click();
    await question.getByRole("button", { name: "Grant admin access" }).click();
    await page.getByText("Access tokens of this app grant admin access to the accounts in ADMIN_DIDS.").waitFor();
    await page.getByRole("link", { name: "OAuth clients" }).first().click();
    await page.getByText("Admin access").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Revoke admin access" }).click();
    await page.getByText("Access tokens of this app do not grant admin access").waitFor();
  });

  it("reports that the service cannot be reached, and tries again", async () => {
    const page = await settings().open("/clients");
    await page.getByRole("heading", { name: "OAuth clients", level: 1 }).waitFor();
    await page.route("**/admin/graphql", (route) => route.abort());
    await page.getByRole("link", { name: "Lexicons" }).click();
    await page.getByText("The Lexicons could not be loaded").waitFor();
    await page.unroute("**/admin/graphql");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("xyz.statusphere.status").waitFor();
  });
});
