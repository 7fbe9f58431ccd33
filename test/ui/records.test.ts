import { beforeAll, expect, it } from "vitest";
import { authorOf, fillIndex, referredUri } from "./fillIndex.ts";
import { withSettings } from "./SettingsInBrowser.ts";

await withSettings("records and accounts in a browser", (settings) => {
  beforeAll(() => fillIndex(settings().running, 8, 10));

  it("a collection is filtered, hidden records are shown, and the address keeps both", async () => {
    const page = await settings().open("/records");
    await page.getByRole("link", { name: "xyz.statusphere.status" }).click();
    await page.getByRole("heading", { name: "70 records" }).waitFor();
    await page.getByRole("radio", { name: "All" }).click();
    await page.getByRole("heading", { name: "80 records" }).waitFor();
    await page.getByLabel("Property").selectOption("status");
    await page.getByLabel("Value").fill("☕");
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByRole("heading", { name: "10 records" }).waitFor();
    expect(page.url()).toContain("show=all&f=status%3ACONTAINS%3A%E2%98%95");
    await page.getByRole("button", { name: "createdAt" }).click();
    await page.getByRole("columnheader", { name: "createdAt", exact: false }).waitFor();
    expect(page.url()).toContain("sort=-.createdAt");
  });

  it("a record shows what refers to it, and leads to all of them", async () => {
    const [, , did = "", collection = "", rkey = ""] = referredUri.split("/");
    const page = await settings().open(`/records/${collection}/${did}/${rkey}`);
    await page.getByRole("heading", { name: "Referred to by" }).waitFor();
    await page.getByRole("link", { name: "All 8" }).click();
    await page.getByRole("heading", { name: "8 records" }).waitFor();
  });

  it("what is indexed of an account is removed once its name is typed", async () => {
    const page = await settings().open(`/accounts/${authorOf(0)}`);
    await page.getByRole("heading", { name: "author0.example.com", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Remove records" }).click();
    const question = page.getByRole("alertdialog");
    expect(await question.getByRole("button", { name: "Remove records" }).isDisabled()).toBe(true);
    await question.getByLabel('Type "author0.example.com" to confirm').fill("author0.example.com");
    await question.getByRole("button", { name: "Remove records" }).click();
    await page.getByRole("status").filter({ hasText: "11 records were removed from the index" }).waitFor();
    await page.getByRole("heading", { name: "No records" }).waitFor();
  });

  it("an account that nobody knows is no error", async () => {
    const page = await settings().open("/accounts/nobody-here.test");
    await page.getByRole("heading", { name: "Account not known" }).waitFor();
  });
});
