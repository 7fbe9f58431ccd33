import { readFile } from "node:fs/promises";
import * as Either from "effect/Either";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { parseVerifierKey } from "../../src/domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../src/domain/transparency/verifyEd25519.ts";
import { checkProof } from "../../src/domain/verification/checkProof.ts";
import { withSettings } from "./SettingsInBrowser.ts";
import { type SignedInApp, signInToApp } from "./SignedInApp.ts";

/** The machine may be busy. */
const whenBusy = { timeout: 15_000 };

const verifyButton = "Verify the log in this browser";

const exportPath = "**/admin/audit.ndjson";

/** Changes the export of the whole log on its way to the browser. */
const tamper = (page: Page, change: (lines: ReadonlyArray<string>) => ReadonlyArray<string>) =>
  page.context().route(exportPath, async (route) => {
    const response = await route.fetch();
    const lines = (await response.text()).split(/(?<=\n)/);
    await route.fulfill({ response, body: change(lines).join("") });
  });

await withSettings("the verification of the log in a browser", (settings) => {
  let alice: SignedInApp;
  beforeAll(async () => {
    alice = await signInToApp(settings(), "log-alice.test");
  });

  const resultOf = async (page: Page): Promise<string> => {
    await page.getByRole("button", { name: verifyButton }).click();
    const card = page.getByRole("region", { name: "Verify in this browser" });
    const title = card.getByRole("alert").first();
    await title.waitFor(whenBusy);
    return (await card.textContent()) ?? "";
  };

  it("shows the latest checkpoint, and what stays trusted without a witness", async () => {
    const page = await settings().open("/audit");
    const summary = page.getByRole("region", { name: "State of the log" });
    await summary.getByText("None: the operator is trusted").waitFor();
    await summary.getByText("Never").waitFor();
    await summary.getByRole("link", { name: "Verify the log" }).click();
    await page.getByRole("heading", { name: "Verification", level: 1 }).waitFor();
    const checkpoint = page.getByRole("region", { name: "Latest checkpoint" });
    await checkpoint.getByText("Nothing: the checkpoint covers every event").waitFor(whenBusy);
    expect(await checkpoint.getByRole("status").textContent()).toBe("Current");
    await checkpoint.getByText("Show the signed checkpoint").click();
    expect(await checkpoint.textContent()).toMatch(/^— \S+\/log /m);
    await page.getByRole("heading", { name: "Nobody else keeps checkpoints of this log" }).waitFor();
    await page.getByRole("heading", { name: "Nobody has verified this log yet" }).waitFor();
  });

  it("says which archive is missing, and records nothing", async () => {
    const page = await settings().open("/audit/log");
    const incomplete =
      "position 4: the archive access-1-47DEQpj8HBSa.ndjson is not in /data/archives: put it back, or set AUDIT_ARCHIVES to its folder";
    await tamper(page, (lines) => [...lines.slice(0, 3), `{"end":{"count":3,"incomplete":"${incomplete}"}}\n`]);
    const result = await resultOf(page);
    expect(result).toContain("The export ended at position 4: the archive access-1-47DEQpj8HBSa.ndjson is not in");
    expect(result).toContain("nothing was recorded");
    await page.context().unroute(exportPath);
    await page.reload();
    await page.getByRole("heading", { name: "Nobody has verified this log yet" }).waitFor();
  });

  it("names the position and the part of an export that was changed on its way", async () => {
    const cases: ReadonlyArray<readonly [(lines: ReadonlyArray<string>) => ReadonlyArray<string>, RegExp]> = [
      [
        (lines) =>
          lines.map((line, index) => (index === 4 ? line.replace('"outcome":"success"', '"outcome":"failure"') : line)),
        /Position 5: leaf:/
      ],
      [(lines) => lines.filter((_, index) => index !== 6), /Position 7: position:/],
      [(lines) => [lines[1] ?? "", lines[0] ?? "", ...lines.slice(2)], /Position 1: position:/],
      [(lines) => lines.map((line) => line.replace(/"salt":"[\w-]{4}/, '"salt":"AAAA')), /Position \d+: personal-data:/]
    ];
    const page = await settings().open("/audit/log");
    for (const [change, expected] of cases) {
      await tamper(page, change);
      expect(await resultOf(page)).toMatch(expected);
      await page.context().unroute(exportPath);
    }
    const failed = page.locator(".notice.bad", { hasText: "A verification of the log failed" });
    await failed.first().waitFor(whenBusy);
    expect(await failed.textContent()).toMatch(/Position 5: leaf/);
  });

  it("verifies the whole log, says what it checked and what it did not, and closes what failed before", async () => {
    const page = await settings().open("/audit/log");
    await page.getByText("A verification of the log failed").first().waitFor(whenBusy);
    const text = await resultOf(page);
    expect(text).toMatch(/The log holds: \d+ events/);
    expect(text).toMatch(/\d+ streams: the versions in each have no gaps/);
    expect(text).toMatch(/[1-9]\d* personal values: each matches/);
    expect(text).toContain("everybody gets at /log/checkpoint");
    expect(text).toContain("this browser had no older checkpoint to compare with");
    expect(await page.getByRole("link", { name: "verify an export elsewhere" }).getAttribute("href")).toBe(
      "/docs/auditing#verify-it-without-trusting-us"
    );
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1440, height: 900 });
    const recorded = page.getByRole("region", { name: "Last verification" });
    await recorded.getByText("Holds", { exact: true }).waitFor(whenBusy);
    await expect.poll(() => page.getByText("A verification of the log failed").count(), whenBusy).toBe(0);

    await page.reload();
    await page.getByText(/This browser remembers the checkpoint of \d+ events/).waitFor();
    const again = await resultOf(page);
    expect(again).toContain("the checkpoint that this browser remembered from its last verification");
    expect(again).toContain("whether everything was rewritten before this browser first verified the log");
    expect(again).toContain("whose key it is");
    expect(await recorded.textContent()).toMatch(/In the browser of admin-/);
  });

  it("compares the log with a pasted checkpoint, and does not start with one of another log", async () => {
    const page = await settings().open("/audit/log");
    const note = await (await fetch(`${settings().origin}/log/checkpoint`)).text();
    await page.getByText("Compare with a checkpoint that I kept").click();
    await page.getByLabel("Kept checkpoint").fill(note);
    expect(await resultOf(page)).toContain("the checkpoint that you pasted: the log begins with its");
    await page.getByLabel("Kept checkpoint").fill(note.replace(/^[^\n]+/, "other.example.com/log"));
    expect(await resultOf(page)).toContain("The pasted checkpoint cannot be compared with the log");
  });

  it("finds a history that was rewritten since the last visit, and says so to others until it is closed", async () => {
    const page = await settings().open("/audit/log");
    await resultOf(page);
    await page.context().route("**/log/key", async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: "other.example.com/log+277bc518+AZ/1XzSyab36y6JHp5yJSr/5L4xakCoHT+cldPjl/ZR9\n"
      });
    });
    expect(await resultOf(page)).toContain("so this is another log");
    await page.getByRole("button", { name: "Forget" }).click();
    await page.getByRole("button", { name: "Forget checkpoint" }).click();
    await page.getByText("This browser has not verified this log before").waitFor();
  });

  it("says that nothing is known if the export ends early, and can be cancelled", async () => {
    const page = await settings().open("/audit/log");
    await tamper(page, (lines) => lines.slice(0, -1));
    expect(await resultOf(page)).toMatch(/The log could not be verified[\s\S]*ended after \d+ events/);
    await page.context().unroute(exportPath);
    await page.context().route(exportPath, () => new Promise(() => {}));
    await page.getByRole("button", { name: verifyButton }).click();
    await page.getByRole("progressbar", { name: "Events checked" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Nothing is known of the log").waitFor();
  });

  it("offers the proof of every event, which can be verified elsewhere", async () => {
    const page = await settings().open(`/audit?view=events&did=${alice.account.did}`);
    const row = page.getByRole("region", { name: "Events" }).getByRole("listitem").first();
    const link = row.getByRole("link", { name: /^Download the proof of event \d+$/ });
    const [fromList] = await Promise.all([page.waitForEvent("download"), link.click(whenBusy)]);
    expect(fromList.suggestedFilename()).toMatch(/^tidemark-event-\d+\.tlog-proof$/);
    await row.getByRole("link", { name: /^#\d+$/ }).click();
    const proofCard = page.getByRole("region", { name: "Proof" });
    const [proof] = await Promise.all([
      page.waitForEvent("download"),
      proofCard.getByRole("link", { name: "Download proof" }).click(whenBusy)
    ]);
    const [event] = await Promise.all([
      page.waitForEvent("download"),
      proofCard.getByRole("link", { name: "Download event" }).click()
    ]);
    const key = Either.getOrThrow(
      parseVerifierKey((await (await fetch(`${settings().origin}/log/key`)).text()).split("\n")[0] ?? "")
    );
    const proven = checkProof(
      await readFile(await proof.path(), "utf8"),
      await readFile(await event.path(), "utf8"),
      [key],
      verifyEd25519
    );
    expect(Either.getOrThrow(proven).position).toBe(Number(/\d+/.exec(event.suggestedFilename())?.[0]));
  });

  it("is operated with the keyboard alone", async () => {
    const page = await settings().open("/audit/log");
    await page.getByRole("button", { name: verifyButton }).waitFor();
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press("Tab");
      const name = await page.evaluate("document.activeElement?.textContent ?? ''");
      if (String(name).includes(verifyButton)) break;
    }
    await page.keyboard.press("Enter");
    await page.getByText(/The log holds: \d+ events/).waitFor(whenBusy);
  });
});
