import { assert } from "@effect/vitest";
import { it } from "vitest";
import { looksRight, threeSizes } from "./looksRight.ts";
import { withSettings } from "./SettingsInBrowser.ts";
import { signInToApp } from "./SignedInApp.ts";

/** Processes report every 15 seconds, with jitter, and the page is updated as often. */
const whenReported = { timeout: 60_000 };

await withSettings("the health of the instance", (settings) => {
  it("shows the requests, the PDSes, the processes and the database", async () => {
    await signInToApp(settings(), "health-alice.test");
    const page = await settings().open("/health");
    await page.getByRole("heading", { name: "Health", level: 1 }).waitFor();
    await page.getByText("Everything works").waitFor();
    const kinds = page.getByRole("region", { name: "Requests by kind" });
    await kinds.getByRole("cell", { name: "Token endpoint" }).waitFor(whenReported);
    await kinds.getByRole("cell", { name: "GraphQL mutations" }).waitFor();
    const pds = new URL(settings().network.pdses[0].url).host;
    await page.getByRole("region", { name: "Calls to PDSes" }).getByText(pds).waitFor();
    await page.getByRole("region", { name: "Processes" }).getByText("Answers you").waitFor();
    await page.getByRole("region", { name: "Database" }).getByText("tidemark.events").waitFor();
    await page.getByRole("button", { name: "Show table" }).click();
    await page.getByRole("region", { name: "Requests per minute, as a table" }).waitFor();
    await page.getByRole("button", { name: "Show chart" }).click();
    await looksRight(page, "health", threeSizes);
  }, 120_000);

  it("runs the checks of tidemark doctor", async () => {
    const page = await settings().open("/health");
    const checks = page.getByRole("region", { name: "Checks" });
    await checks.getByRole("button", { name: "Run checks" }).click();
    await checks.getByRole("status").waitFor(whenReported);
    await checks.getByText("Running instance").waitFor();
    const results = (await checks.textContent()) ?? "";
    assert.include(results, "runs with the settings of this environment");
    assert.match(results, /version [\d.]+ runs at http/);
    await checks.getByRole("button", { name: "Run again" }).waitFor();
    await looksRight(page, "health-checks", threeSizes);
  }, 120_000);
});
