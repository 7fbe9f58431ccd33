import { beforeAll, expect, it } from "vitest";
import { withSettings } from "./SettingsInBrowser.ts";
import { type SignedInApp, signInToApp } from "./SignedInApp.ts";

await withSettings("the sessions in a browser", (settings) => {
  let alice: SignedInApp;
  let bob: SignedInApp;
  beforeAll(async () => {
    alice = await signInToApp(settings(), "sessions-alice.test");
    bob = await signInToApp(settings(), "sessions-bob.test");
  });

  it("a session is ended after a confirmation, and its app is notified why", async () => {
    const page = await settings().open("/sessions?state=active");
    const row = page.getByRole("row").filter({ hasText: alice.account.handle });
    await row.getByRole("button", { name: /^End the session of/ }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "End session" }).click();
    await page.getByRole("status").filter({ hasText: "was signed out of" }).waitFor();
    await row.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Sessions", level: 1 }).and(page.locator(":focus")).waitFor();
    await page.getByRole("radio", { name: "Ended" }).click();
    const ended = page.getByRole("row").filter({ hasText: alice.account.handle });
    await ended.getByText("An administrator ended this sign-in.").waitFor();
    await expect(alice.app.refresh(alice.tokens)).rejects.toThrow();
    expect((await alice.app.graphql("{ viewer { did } }", {}, alice.tokens)).headers.get("www-authenticate")).toContain(
      "invalid_token"
    );
  });

  it("all sessions of a user are ended once the words are typed", async () => {
    const page = await settings().open(`/sessions?did=${bob.account.did}`);
    await page.getByRole("button", { name: "End these sessions" }).click();
    const question = page.getByRole("alertdialog");
    expect(await question.getByRole("button", { name: "End all sessions" }).isDisabled()).toBe(true);
    await question.getByLabel('Type "end all" to confirm').fill("end all");
    await question.getByRole("button", { name: "End all sessions" }).click();
    await page.getByRole("status").filter({ hasText: "1 session was ended" }).waitFor();
    await expect(bob.app.refresh(bob.tokens)).rejects.toThrow();
  });

  it("the account filter takes a handle, and reports an unknown one", async () => {
    const page = await settings().open("/sessions");
    await page.getByLabel("Account").fill(bob.account.handle);
    await page.getByLabel("Account").press("Enter");
    await page.getByRole("row").filter({ hasText: alice.account.handle }).waitFor({ state: "detached" });
    await page.getByRole("row").filter({ hasText: bob.account.handle }).waitFor();
    await page.getByLabel("Account").fill("nobody-here.test");
    await page.getByLabel("Account").press("Enter");
    await page.getByRole("alert").filter({ hasText: "a handle that is not known here" }).waitFor();
  });

  it("the page says that no session matches a filter", async () => {
    const page = await settings().open("/sessions?did=did:plc:aaaaaaaaaaaaaaaaaaaaaaaa");
    await page.getByRole("heading", { name: "No sessions found" }).waitFor();
  });
});
