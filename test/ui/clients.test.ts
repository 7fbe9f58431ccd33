import { expect, it } from "vitest";
import { axeFindings } from "./axeFindings.ts";
import { withSettings } from "./SettingsInBrowser.ts";

await withSettings("the OAuth clients in a browser", (settings) => {
  it("are none at first, which the page says with a way on", async () => {
    const page = await settings().open("/clients");
    await page.getByRole("heading", { name: "No clients yet" }).waitFor();
    await page.getByRole("link", { name: "Register New Client" }).first().click();
    const heading = page.getByRole("heading", { name: "Register New Client", level: 1 });
    await heading.waitFor();
    await page.getByLabel("Client Name").waitFor();
    expect(await page.getByLabel("Scope").inputValue()).toBe("atproto transition:generic");
    expect(await page.getByRole("radio", { name: /Public/ }).isChecked()).toBe(true);
  });

  it("what is wrong is told while it is typed, by the rules of the service, and sent it is not", async () => {
    const page = await settings().open("/clients/new");
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("http://app.example.com/callback");
    await page.getByText("It must use https; http is for 127.0.0.1, [::1] and localhost only.").waitFor();
    await page.getByLabel("Scope").fill("everything");
    await page.getByText('"everything" is not a scope this service knows.').waitFor();
    let asked = 0;
    page.on("request", (request) => {
      if (request.postData()?.includes("createOAuthClient") === true) asked++;
    });
    await page.getByRole("button", { name: "Register Client" }).click();
    const summary = page.getByRole("alert").filter({ hasText: "The client was not sent" });
    await summary.waitFor();
    expect(await summary.textContent()).toContain("Client Name, Redirect URIs, Scope");
    await page.getByText("Client Name is missing").waitFor();
    expect(asked).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://app.example.com/callback");
    await page.getByText("It must use https").waitFor({ state: "detached" });
  });

  it("a form that nobody wrote into is refused by the first press, though that takes the focus from a field", async () => {
    const page = await settings().open("/clients/new");
    await page.getByLabel("Client Name").click();
    await page.getByRole("button", { name: "Register Client" }).click();
    await page.getByRole("alert").filter({ hasText: "The client was not sent" }).waitFor();
    await page.getByLabel("Client Name").fill("My app");
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("nowhere");
    await page.getByRole("button", { name: "Register Client" }).click();
    await page.getByText("Please look at: Redirect URIs.").waitFor();
  });

  it("what was written is there again when somebody had to sign in anew, and gone once they cancel", async () => {
    const page = await settings().open("/clients/new");
    await page.getByLabel("Client Name").fill("Half filled");
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://half.example.com/callback");
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Register Client" }).click();
    await page.getByRole("alert").filter({ hasText: "Your session ended" }).waitFor();
    await page.context().addCookies(cookies);
    await page.reload();
    expect(await page.getByLabel("Client Name").inputValue()).toBe("Half filled");
    const uri = page.getByRole("textbox", { name: "Redirect URI 1" });
    expect(await uri.inputValue()).toBe("https://half.example.com/callback");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Register New Client" }).first().click();
    expect(await page.getByLabel("Client Name").inputValue()).toBe("");
  });

  it("a public one has no secret; its page and the list show it", async () => {
    const page = await settings().open("/clients/new");
    await page.getByLabel("Client Name").fill("A public app");
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://app.example.com/callback");
    await page.getByRole("button", { name: "Add another" }).click();
    await page.getByRole("textbox", { name: "Redirect URI 2" }).fill("com.example.app:/callback");
    await page.getByRole("button", { name: "Register Client" }).click();
    await page.getByRole("heading", { name: "A public app is registered" }).waitFor();
    expect(await page.getByText("Copy the client secret now").count()).toBe(0);
    await page.getByRole("link", { name: "Open the client" }).click();
    await page.getByRole("heading", { name: "A public app", level: 1 }).waitFor();
    await page.getByText("com.example.app:/callback").waitFor();
    expect(await page.getByRole("button", { name: "Rotate secret" }).count()).toBe(0);
    await page.getByRole("link", { name: "OAuth Clients" }).first().click();
    await page.getByLabel("Search by name, id or address").fill("public");
    await page.getByRole("link", { name: "A public app" }).waitFor();
    expect(new URL(page.url()).search).toBe("?q=public");
    await page.getByLabel("Search by name, id or address").fill("nothing like it");
    await page.getByRole("heading", { name: "No client fits" }).waitFor();
  });

  it("a confidential one shows its secret once, to be copied, and another one when it is rotated", async () => {
    const page = await settings().open("/clients/new", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByLabel("Client Name").fill("A server");
    await page.getByText("Server-side apps.").click();
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://server.example.com/callback");
    await page.getByRole("button", { name: "Register Client" }).click();
    await page.getByText("Copy the client secret now: it is shown this once").waitFor();
    const secret = await page.locator(".secret code").first().textContent();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Copy the client secret" }).click();
    await page.getByRole("status").filter({ hasText: "Copied the client secret" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);
    await page.getByRole("link", { name: "I stored the secret" }).click();
    await page.getByRole("heading", { name: "A server", level: 1 }).waitFor();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole("button", { name: "Rotate secret" }).click();
    const question = page.getByRole("alertdialog", { name: "Rotate the secret of A server?" });
    await question.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Rotate secret" }).click();
    await question.getByRole("button", { name: "Rotate secret" }).click();
    await page.getByText("Copy the client secret now").waitFor();
    expect(await page.locator(".secret code").first().textContent()).not.toBe(secret);
  });

  it("one is changed, given lifetimes, and deleted after its name was typed", async () => {
    const { clientId } = await settings().running.register("public", "https://old.example.com/callback");
    const page = await settings().open(`/clients/${clientId}`);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Client Name").fill("Renamed");
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://new.example.com/callback");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "Renamed", level: 1 }).waitFor();
    await page.getByText("https://new.example.com/callback").waitFor();

    await page.getByLabel("Access tokens").fill("10");
    await page.getByText("Whole seconds, from 60 to 3600, or nothing.").waitFor();
    await page.getByLabel("Access tokens").fill("300");
    await page.getByText("5 minutes").waitFor();
    await page.getByRole("button", { name: "Save lifetimes" }).click();
    await page.getByRole("status").filter({ hasText: "The lifetimes were changed" }).waitFor();

    await page.getByRole("button", { name: "Delete client" }).click();
    const question = page.getByRole("alertdialog");
    const remove = question.getByRole("button", { name: "Delete client" });
    expect(await remove.isDisabled()).toBe(true);
    await question.getByLabel("Type Renamed to confirm").fill("Renamed");
    await remove.click();
    await page.getByRole("heading", { name: "OAuth Clients", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Renamed" }).waitFor({ state: "detached" });
    await page.goto(`${settings().origin}/settings/clients/${clientId}`);
    await page.getByRole("heading", { name: "No such client" }).waitFor();
  });

  it("what somebody calls their app is text, whatever it is", async () => {
    const name = `<img src=x onerror="document.title='taken'">"'&{{7*7}}`;
    const page = await settings().open("/clients/new");
    await page.getByLabel("Client Name").fill(name);
    await page.getByRole("textbox", { name: "Redirect URI 1" }).fill("https://a.example/</script><script>alert(1)");
    await page.getByRole("button", { name: "Register Client" }).click();
    await page.getByRole("heading", { name: `${name} is registered` }).waitFor();
    await page.getByRole("link", { name: "Open the client" }).click();
    await page.getByRole("heading", { name, exact: true }).waitFor();
    await page.getByRole("link", { name: "Settings" }).first().click();
    await page.getByRole("region", { name: "the sample" }).waitFor();
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(await page.title()).toBe("Settings · Tidemark");
  });

  it("one may administer after a question, which its page and the list show, until that is withdrawn", async () => {
    const { clientId } = await settings().running.register("confidential", "https://deploys.example.com/callback");
    const page = await settings().open(`/clients/${clientId}`);
    await page.getByText("Access tokens of this app do not administer").waitFor();
    await page.getByRole("button", { name: "Let it administer" }).click();
    const question = page.getByRole("alertdialog", { name: /administer\?$/ });
    await question.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Access tokens of this app do not administer").waitFor();
    await page.getByRole("button", { name: "Let it administer" }).click();
    await question.getByRole("button", { name: "Let it administer" }).click();
    await page.getByText("Access tokens of this app administer, for accounts of ADMIN_DIDS.").waitFor();
    await page.getByRole("link", { name: "OAuth Clients" }).first().click();
    await page.getByText("Administers").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Stop it from administering" }).click();
    await page.getByText("Access tokens of this app do not administer").waitFor();
  });

  it("says that the service cannot be reached, and tries again", async () => {
    const page = await settings().open("/clients");
    await page.getByRole("heading", { name: "OAuth Clients", level: 1 }).waitFor();
    await page.route("**/admin/graphql", (route) => route.abort());
    await page.getByRole("link", { name: "Lexicons" }).click();
    await page.getByText("The Lexicons could not be loaded").waitFor();
    await page.unroute("**/admin/graphql");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("xyz.statusphere.status").waitFor();
  });
});
