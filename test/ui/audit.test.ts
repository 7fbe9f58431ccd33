import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { withSettings } from "./SettingsInBrowser.ts";
import { type SignedInApp, signInToApp } from "./SignedInApp.ts";

/** The machine may be busy. */
const whenBusy = { timeout: 15_000 };

await withSettings("the audit log in a browser", (settings) => {
  let alice: SignedInApp;
  beforeAll(async () => {
    alice = await signInToApp(settings(), "audit-alice.test");
    await signInToApp(settings(), "audit-bob.test");
  });

  it("lists events newest first, and filters them by the query string", async () => {
    const page = await settings().open("/audit?view=events");
    const events = page.getByRole("region", { name: "Events" }).getByRole("listitem");
    await events.first().waitFor();
    const positions = (await events.locator("code").allInnerTexts()).map((text) => Number(text.replace("#", "")));
    expect(positions.length).toBeGreaterThan(5);
    expect(positions).toEqual(positions.toSorted((left, right) => right - left));

    await page.getByLabel("Account").fill(alice.account.did);
    await page.getByLabel("Account").press("Enter");
    await page.getByRole("heading", { name: "Matching events, newest first" }).waitFor();
    await expect.poll(() => events.count(), whenBusy).toBeLessThan(positions.length);
    expect(new URL(page.url()).searchParams.get("did")).toBe(alice.account.did);
    await page.reload();
    expect(await page.getByLabel("Account").inputValue()).toBe(alice.account.did);
    await page.getByRole("button", { name: "All types" }).click();
    const types = page.getByRole("dialog", { name: "Event types" });
    await types.getByRole("checkbox", { name: /RecordWritten/ }).check();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "1 selected" }).waitFor();
    await expect.poll(() => events.count(), whenBusy).toBe(1);

    await page.getByRole("radio", { name: "Failure" }).click();
    await page.getByRole("heading", { name: "No matching events" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await page.getByRole("heading", { name: "All events, newest first" }).waitFor();
    expect(new URL(page.url()).search).toBe("?view=events");
  });

  it("shows a sign-in and a write as one line each, with names that are links, and opens them to their steps", async () => {
    const page = await settings().open(`/audit?did=${alice.account.did}`);
    const stories = page.getByRole("region", { name: "Stories" });
    const today = stories.getByRole("list", { name: /Today|Yesterday/ }).first();
    const signIn = today.getByRole("listitem").filter({ hasText: "audit-alice.test signed in to" });
    await signIn.first().waitFor();
    await page.getByText("audit-alice.test wrote an xyz.statusphere.status through").first().waitFor();
    const toggle = signIn.getByRole("button", { name: /^7 steps, / });
    expect(await toggle.getAttribute("aria-expanded")).toBe("false");
    await toggle.click();
    expect(await toggle.getAttribute("aria-expanded")).toBe("true");
    const steps = signIn.first().locator("ol").getByRole("listitem");
    expect(await steps.count()).toBe(7);
    await steps.first().getByText("requested a sign-in").waitFor();
    await signIn.first().getByRole("link", { name: "audit-alice.test" }).first().click();
    await page.waitForURL(`**/settings/accounts/${encodeURIComponent(alice.account.did)}`);
    await page.goBack();
    await page.getByRole("radio", { name: "Events" }).click();
    await page.getByRole("heading", { name: "Matching events, newest first" }).waitFor();
  });

  it("finds stories by words, and says what to do if there are none", async () => {
    const page = await settings().open("/audit");
    await page.getByLabel("Search events").fill("AUDIT-alice recordwritten");
    await page.getByLabel("Search events").press("Enter");
    await page.getByRole("heading", { name: "Matching stories, newest first" }).waitFor();
    const stories = page.getByRole("region", { name: "Stories" });
    await stories.getByText("audit-alice.test wrote an").waitFor();
    expect(await stories.getByText("audit-bob.test").count()).toBe(0);
    await page.getByLabel("Search events").fill("nobody-has-this-handle");
    await page.getByLabel("Search events").press("Enter");
    await page.getByRole("heading", { name: "No matching stories" }).waitFor();
  });

  it("opens the time of a bar of the chart, and switches its series by the legend", async () => {
    const page = await settings().open("/");
    const legend = page.getByRole("list", { name: "Series of the chart" });
    await legend.getByRole("button", { name: /^Other/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("hide")).toBe("other");
    expect(await legend.getByRole("button", { name: /^Other/ }).getAttribute("aria-pressed")).toBe("false");
    await legend.getByRole("button", { name: /^Other/ }).click();
    await page
      .getByRole("list", { name: /Each bar opens/ })
      .getByRole("link")
      .last()
      .click();
    await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
    const { searchParams } = new URL(page.url());
    const length = Date.parse(searchParams.get("until") ?? "") - Date.parse(searchParams.get("since") ?? "");
    expect(length).toBe(30 * 60_000);
    await page.getByRole("heading", { name: "Matching stories, newest first" }).waitFor();
  });

  it("opens an event with its sentence, details and data, and reports an event that does not exist", async () => {
    const page = await settings().open(`/audit?view=events&did=${alice.account.did}`);
    await page
      .getByRole("region", { name: "Events" })
      .getByRole("link", { name: /^#\d+$/ })
      .first()
      .click();
    await page.getByRole("heading", { name: /^Event \d+$/, level: 1 }).waitFor();
    await page.getByText("Leaf hash").waitFor();
    await page
      .getByRole("region", { name: "the recorded data" })
      .getByText("_tag")
      .or(page.getByText("{"))
      .first()
      .waitFor();
    await page.goto(`${settings().origin}/settings/audit/events/99999999`);
    await page.getByRole("heading", { name: "Event not found" }).waitFor();
  });

  it("says which archive has an event that was archived, and how to read it", async () => {
    const page = await settings().open("/audit");
    await page.context().route("**/admin/graphql", async (route) => {
      if (route.request().postData()?.includes("auditArchivedEvent") !== true) return route.continue();
      const auditArchivedEvent = { class: "access", file: "access-1-47DEQpj8HBSa.ndjson", namedAt: 812 };
      return route.fulfill({ json: { data: { auditEvent: null, auditArchivedEvent } } });
    });
    await page.goto(`${settings().origin}/settings/audit/events/3`);
    await page.getByText("This event was archived").waitFor();
    expect(await page.getByRole("region", { name: "the command" }).textContent()).toBe(
      "tidemark audit export --archive access-1-47DEQpj8HBSa.ndjson"
    );
    expect(await page.getByRole("link", { name: "event 812" }).getAttribute("href")).toBe("/settings/audit/events/812");
    await page.getByRole("link", { name: "Next" }).waitFor();
    expect(await page.getByRole("heading", { name: "Event not found" }).count()).toBe(0);
    await page.context().unroute("**/admin/graphql");
  });

  it("shows the steps of a sign-in from its request to the write", async () => {
    const page = await settings().open(`/sessions?did=${alice.account.did}`);
    await page.getByRole("table").getByRole("link", { name: "View steps" }).first().click();
    await page.getByRole("heading", { name: /audit-alice\.test in/, level: 1 }).waitFor();
    const steps = page.getByRole("region", { name: "Steps" }).getByRole("listitem");
    expect(await steps.count()).toBeGreaterThan(3);
    await page.goto(`${settings().origin}/settings/audit/authorizations/authorization-nobody`);
    await page.getByRole("heading", { name: "Authorization not found" }).waitFor();
  });

  it("shows who wrote a record, and that no events exist for another one", async () => {
    const page = await settings().open("/audit/record");
    await page.getByLabel("Record URI").fill(alice.uri);
    await page.getByLabel("Record URI").press("Enter");
    const history = page.getByRole("region", { name: "History" });
    await history.getByRole("listitem").first().waitFor();
    expect(await history.textContent()).toContain("xyz.statusphere.status");
    await page.getByLabel("Record URI").fill(`at://${alice.account.did}/xyz.statusphere.status/3l5aaaaaaaa2a`);
    await page.getByLabel("Record URI").press("Enter");
    await page.getByRole("heading", { name: "No events for this record" }).waitFor();
  });

  it("exports the filtered events, one per line", async () => {
    const page = await settings().open(`/audit?view=events&did=${alice.account.did}`);
    const listed = page.getByRole("region", { name: "Events" }).getByRole("listitem");
    await listed.first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export NDJSON" }).click()
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    expect(JSON.parse(lines.pop() ?? "").end).toMatchObject({ partial: true, count: await listed.count() });
    expect(lines.length).toBe(await listed.count());
    for (const line of lines) expect(line).toContain(alice.account.did);
  });
});
