import { assert } from "@effect/vitest";
import type { Page } from "playwright-core";
import { beforeAll, it } from "vitest";
import { looksRight, twoSizes } from "./looksRight.ts";
import { withSettings } from "./SettingsInBrowser.ts";
import { type SignedInApp, signInToApp } from "./SignedInApp.ts";

const create = `mutation ($subjectUri: String!, $reasonType: ReportReasonType!, $reason: String) {
  createReport(subjectUri: $subjectUri, reasonType: $reasonType, reason: $reason) { id }
}`;

const report = async (
  { app, tokens }: SignedInApp,
  subjectUri: string,
  reasonType: string,
  reason: string | null = null
): Promise<void> => {
  const answer = await app.graphql(create, { subjectUri, reasonType, reason }, tokens);
  assert.notInclude(JSON.stringify(answer), "errors", JSON.stringify(answer));
};

const queue = (page: Page) => page.getByRole("region", { name: "Reports", exact: true });

await withSettings("the pages of moderation", (settings) => {
  let alice: SignedInApp;
  let bob: SignedInApp;
  let carol: SignedInApp;
  const gone = () => `at://${bob.account.did}/xyz.statusphere.status/3kgonegonegone`;

  beforeAll(async () => {
    [alice, bob, carol] = [
      await signInToApp(settings(), "mod-alice.test"),
      await signInToApp(settings(), "mod-bob.test"),
      await signInToApp(settings(), "mod-carol.test")
    ];
  });

  it("says that there is nothing to decide, and where the labels are", async () => {
    const page = await settings().open("/moderation");
    await page.getByRole("heading", { name: "Nothing to decide" }).waitFor();
    await looksRight(page, "moderation-empty", twoSizes);
    await page.getByRole("navigation", { name: "Moderation" }).getByRole("link", { name: "Labels" }).click();
    await page.getByRole("heading", { name: "No labels yet" }).waitFor();
    await looksRight(page, "labels-empty", twoSizes);
  });

  it("shows reports by subject, with the record, its reports and its history", async () => {
    await report(bob, alice.uri, "SPAM", "The same turtle in every thread.\nPlease have a look.");
    await report(carol, alice.uri, "RUDE");
    await report(alice, gone(), "OTHER");
    await report(carol, bob.account.did, "MISLEADING", "Poses as bob.");
    const page = await settings().open("");
    await page.getByText("4 reports are open").waitFor();
    await page.getByRole("link", { name: "Review reports" }).click();
    await queue(page).getByRole("heading", { name: "4 reports" }).waitFor();
    await page.getByRole("heading", { name: "Choose a report" }).waitFor();
    await looksRight(page, "moderation-queue", twoSizes);
    await queue(page).getByRole("link", { name: "mod-alice.test" }).click();
    await page.getByRole("heading", { name: "xyz.statusphere.status" }).waitFor();
    await page.getByText("The same turtle in every thread.").waitFor();
    await page.getByText("It has no labels.").waitFor();
    await looksRight(page, "moderation-record", twoSizes);
    await queue(page).getByRole("link", { name: "Gone" }).click();
    await page.getByText("The record is not in the index").waitFor();
    await page
      .getByRole("region", { name: "History of the account" })
      .getByRole("link", { name: "The account", exact: true })
      .click();
    await page.getByRole("heading", { name: "Account", level: 2, exact: true }).waitFor();
    await page.getByRole("region", { name: "Recent records" }).getByText("🐢").waitFor();
    await looksRight(page, "moderation-account", twoSizes);
  });

  it("is worked through with the keyboard", async () => {
    const page = await settings().open("/moderation");
    await queue(page).getByRole("link").first().waitFor();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Next subject").waitFor();
    await looksRight(page, "moderation-keys", twoSizes);
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    const current = queue(page).locator("[aria-current=true]");
    await page.keyboard.press("j");
    await current.getByText("mod-bob.test").waitFor();
    await page.keyboard.press("j");
    await current.getByText("Gone").waitFor();
    await page.keyboard.press("k");
    await current.getByText("Misleading").waitFor();
    await page.keyboard.press("Enter");
    await page.locator("h2:focus", { hasText: "Account" }).waitFor();
    await page.keyboard.press("d");
    await page.getByRole("alertdialog", { name: "Dismiss 1 report?" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await current.getByText("Gone").waitFor();
    await page.keyboard.press("d");
    await page.getByRole("alertdialog").getByRole("button", { name: "Dismiss report" }).click();
    await page.getByText("1 report closed").waitFor();
    await queue(page).getByRole("heading", { name: "3 reports" }).waitFor();
    await page.locator("a.queue-item:focus").waitFor();
  });

  it("labels a subject, asks before it takes one down, and negates the label", async () => {
    const page = await settings().open(`/moderation?subject=${encodeURIComponent(alice.uri)}`);
    await page.getByRole("button", { name: "Apply label" }).click();
    const dialog = page.getByRole("dialog", { name: "Label the record" });
    await dialog.getByText("The label closes 2 open reports.").waitFor();
    await looksRight(page, "moderation-label", twoSizes);
    await page.setViewportSize({ width: 1280, height: 1000 });
    await dialog.getByText("!takedown").click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    const question = page.getByRole("alertdialog", { name: "Take the record down?" });
    await question.getByText("The record is hidden from everybody but its author").waitFor();
    await looksRight(page, "moderation-takedown", twoSizes);
    await page.setViewportSize({ width: 1280, height: 1000 });
    await question.getByRole("button", { name: "Take the record down" }).click();
    await page.getByText("2 reports closed").waitFor();
    await page.getByRole("radio", { name: "Resolved" }).click();
    await queue(page).getByRole("link", { name: "mod-alice.test" }).click();
    await page.getByText("A label hides it from everybody but its author.").waitFor();
    await page
      .getByText(/Labeled !takedown by admin-/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Negate !takedown" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Negate label" }).click();
    await page.getByRole("region", { name: "Labels" }).getByText("negated").waitFor();
    await page.getByText("A label hides it").waitFor({ state: "detached" });
    await page.getByRole("navigation", { name: "Moderation" }).getByRole("link", { name: "Labels" }).click();
    await page.getByRole("heading", { name: "1 label", exact: true }).waitFor();
    await looksRight(page, "labels", twoSizes);
  });

  it("says who decided before", async () => {
    await report(alice, carol.uri, "VIOLATION");
    const page = await settings().open(`/moderation?subject=${encodeURIComponent(carol.uri)}`);
    const other = await settings().open(`/moderation?subject=${encodeURIComponent(carol.uri)}`);
    await other.getByRole("button", { name: "Dismiss report" }).waitFor();
    await page.getByRole("button", { name: "Dismiss report" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Dismiss report" }).click();
    await page.getByText("1 report closed").waitFor();
    await other.getByRole("button", { name: "Dismiss report" }).click();
    await other.getByRole("alertdialog").getByRole("button", { name: "Dismiss report" }).click();
    await other.getByText(/^Already dismissed by admin-/).waitFor();
    await other.getByText("Your decision changed nothing.").waitFor();
    await looksRight(other, "moderation-conflict", twoSizes);
  });

  it("defines a label, and names what is wrong with one", async () => {
    const page = await settings().open("/moderation/definitions");
    await page.getByRole("cell", { name: "!takedown" }).waitFor();
    await page.getByRole("textbox", { name: "Label" }).fill("Off Topic");
    await page.getByRole("textbox", { name: "Meaning" }).fill("Has nothing to do with this instance.");
    await page.getByRole("button", { name: "Define label" }).click();
    await page.getByText("val must be lower-case letters").waitFor();
    await page.getByRole("textbox", { name: "Label" }).fill("off-topic");
    await page.getByRole("combobox", { name: "Severity" }).selectOption("Alerts");
    await page.getByRole("button", { name: "Define label" }).click();
    await page.getByRole("cell", { name: "off-topic" }).waitFor();
    await looksRight(page, "definitions", twoSizes);
  });
});
