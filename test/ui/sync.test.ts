import { assert } from "@effect/vitest";
import { it } from "vitest";
import { looksRight, twoSizes } from "./looksRight.ts";
import { insertDeadLetters, reportSource } from "./reportSource.ts";
import { withSettings } from "./SettingsInBrowser.ts";

await withSettings("the page of live sync, which is off", (settings) => {
  it("says that it is off, and how to switch it on", async () => {
    const page = await settings().open("/sync");
    await page.getByRole("heading", { name: "Live sync is off" }).waitFor();
    await page.getByText("SYNC_SOURCE").waitFor();
    await looksRight(page, "sync-off", twoSizes);
  });

  it("explains a record, and names what is wrong with an address", async () => {
    const page = await settings().open("/sync");
    const field = page.getByRole("textbox", { name: "AT URI of the record" });
    await field.fill("nonsense");
    await page.getByRole("button", { name: "Explain" }).click();
    await page.getByText("uri is not the AT URI of a record").waitFor();
    await field.fill(`at://${settings().admin.did}/xyz.statusphere.status/none`);
    await field.press("Enter");
    await page.getByText("not-at-the-pds").waitFor();
    await page.getByText("has no such record at the revision").waitFor();
    await field.fill(`at://${settings().admin.did}/dev.example.unknown/none`);
    await field.press("Enter");
    await page.getByText("collection-not-in-use").waitFor();
  });

  it("starts a backfill after its estimate, shows its progress, and names what is wrong", async () => {
    const page = await settings().open("/sync");
    const backfills = page.getByRole("region", { name: "Backfills" });
    await backfills.getByRole("textbox", { name: "Account" }).fill(settings().admin.handle);
    await backfills.getByRole("button", { name: "Estimate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 repository").waitFor();
    await dialog.getByRole("button", { name: "Start backfill" }).click();
    await backfills.getByText("1 of 1 repositories").waitFor();
    await backfills.getByText("Completed").waitFor();
    await backfills.getByRole("textbox", { name: "Account" }).fill("nobody");
    await backfills.getByRole("button", { name: "Estimate" }).click();
    await dialog.getByText("nobody is not an account").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  it("filters dead letters, and drops them once that is confirmed", async () => {
    const [alice, bob] = ["did:plc:alice234alice234alice234", "did:plc:bob4567bob4567bob4567bob"];
    await insertDeadLetters(settings().running, alice, 23);
    await insertDeadLetters(settings().running, bob, 1);
    const page = await settings().open("/sync");
    const letters = page.getByRole("region", { name: "Dead letters" });
    await letters.getByRole("heading", { name: "24 dead letters" }).waitFor();
    await letters.getByText("It is not valid by its Lexicon: status must be a string.").first().waitFor();
    await letters.getByText("Record", { exact: true }).first().click();
    await looksRight(page, "sync-dead-letters", twoSizes);
    await letters.getByRole("button", { name: "Load more" }).click();
    await letters.getByRole("row").nth(24).waitFor();
    await letters.getByRole("textbox", { name: "Account" }).fill(bob);
    await letters.getByRole("textbox", { name: "Account" }).press("Enter");
    await letters.getByRole("heading", { name: "1 dead letter", exact: true }).waitFor();
    await letters.getByRole("button", { name: "Retry these" }).click();
    await page.getByText("0 of 1 record is indexed now, and 0 no longer exist").waitFor();
    await letters.getByRole("button", { name: "Drop these" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Drop 1 dead letter" }).click();
    await letters.getByRole("heading", { name: "No dead letters" }).waitFor();
    await letters.getByRole("textbox", { name: "Account" }).fill("");
    await letters.getByRole("textbox", { name: "Account" }).press("Enter");
    await letters.getByRole("heading", { name: "23 dead letters" }).waitFor();
  });
});

await withSettings(
  "the page of live sync, which is on",
  (settings) => {
    const address = "ws://127.0.0.1:9/xrpc/com.atproto.sync.subscribeRepos";
    const report = (changes: Partial<Parameters<typeof reportSource>[1]>) =>
      reportSource(settings().running, {
        address,
        connected: true,
        since: 3_600,
        // In the future, so that the state stays the same however long the browser takes.
        lastEvent: -600,
        reported: -600,
        ...changes
      });

    it("shows the source live: connected, silent, disconnected, not followed", async () => {
      await report({});
      const page = await settings().open("/sync");
      const source = page.getByRole("region", { name: "Source" });
      await source.getByText("Events are arriving.").waitFor();
      await source.getByText("The source closed the connection: 1001 going away").waitFor();
      const collections = page.getByRole("region", { name: "Collections", exact: true });
      await collections.getByRole("row", { name: "xyz.statusphere.status 4 minutes ago" }).waitFor();
      await collections.getByRole("row", { name: "app.bsky.actor.profile None yet" }).waitFor();
      await looksRight(page, "sync-connected", twoSizes);
      await report({ lastEvent: 300 });
      await source.getByText("The connection is open, but the source has sent nothing since 5 minutes ago.").waitFor();
      await report({ connected: false, since: 120 });
      await source.getByText("The connection was lost 2 minutes ago. The service keeps trying.").waitFor();
      await report({ reported: 600 });
      await source.getByText("No process has reported about the source since 10 minutes ago.").waitFor();
      await looksRight(page, "sync-not-followed", twoSizes);
    });

    it("has a chart that the keyboard reads, and the same as a table", async () => {
      await report({});
      const page = await settings().open("/sync");
      const chart = page.getByRole("slider", { name: "Minute of the chart" });
      await chart.focus();
      await chart.press("End");
      await chart.press("ArrowLeft");
      await page.getByText(/^\d\d:\d\d: [\d,]+ events, \d+ indexed changes$/).waitFor();
      assert.strictEqual(await chart.getAttribute("aria-valuenow"), "58");
      // The minute may have passed since the report.
      const text = (await chart.getAttribute("aria-valuetext")) ?? "";
      assert.match(text, /: (?:437 events, 7|400 events, 0) indexed changes$/);
      await page.getByRole("button", { name: "Show table" }).click();
      await page.getByRole("row").nth(60).waitFor();
      await looksRight(page, "sync-table", twoSizes);
    });
  },
  { SYNC_SOURCE: "firehose", RELAY_URL: "ws://127.0.0.1:9" }
);
