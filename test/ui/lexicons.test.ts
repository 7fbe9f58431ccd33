import { expect, it } from "vitest";
import { axeFindings } from "./axeFindings.ts";
import { withSettings } from "./SettingsInBrowser.ts";

const record = (id: string, properties: object) => ({
  lexicon: 1,
  id,
  defs: { main: { type: "record", key: "tid", record: { type: "object", properties } } }
});

const file = (name: string, content: unknown) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content))
});

await withSettings("the Lexicons in a browser", (settings) => {
  it("the active Lexicons can be viewed", async () => {
    const page = await settings().open("/lexicons");
    await page.getByRole("link", { name: "xyz.statusphere.status" }).click();
    await page.getByRole("heading", { name: "xyz.statusphere.status", level: 1 }).waitFor();
    await page.getByText('"maxGraphemes"').waitFor();
    await page.goto(`${settings().origin}/settings/lexicons/com.example.nothing`);
    await page.getByRole("heading", { name: "Lexicon not found" }).waitFor();
  });

  it("errors are listed with file, path and reason, and nothing changes", async () => {
    const page = await settings().open("/lexicons");
    await page
      .locator("input[type=file]")
      .setInputFiles([
        file("broken.json", "{"),
        file("wrong.json", record("com.example.wrong", { other: { type: "ref", ref: "com.example.missing" } }))
      ]);
    await page.getByText(/Nothing was imported: \d+ errors?/).waitFor();
    const faults = page.getByRole("table");
    expect(await faults.textContent()).toContain("broken.json");
    await page.locator("input[type=file]").setInputFiles([file("notes.txt", "no Lexicon")]);
    await page.getByText("None of these files is a .json or .zip file.").waitFor();
  });

  it("an import shows its changes, and makes them once they are confirmed", async () => {
    const page = await settings().open("/lexicons");
    await page.getByRole("radio", { name: "Replace all" }).click();
    const note = file("note.json", record("com.example.note", { text: { type: "string", maxLength: 1000 } }));
    await page.locator("input[type=file]").setInputFiles([note]);
    await page.getByRole("heading", { name: "Review the changes" }).waitFor();
    await page.getByText("Collections removed from the API").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "xyz.statusphere.status" }).waitFor();

    await page.locator("input[type=file]").setInputFiles([note]);
    await page.getByRole("button", { name: "Replace Lexicons" }).click();
    await page.getByRole("status").filter({ hasText: "The Lexicons are active" }).waitFor();
    await page.getByRole("link", { name: "com.example.note" }).waitFor();
    expect(await page.getByRole("link", { name: "xyz.statusphere.status" }).count()).toBe(0);

    const longer = file("note.json", record("com.example.note", { text: { type: "string", maxLength: 2000 } }));
    await page.locator("input[type=file]").setInputFiles([longer]);
    await page.getByRole("heading", { name: "Review the changes" }).waitFor();
    const difference = page.getByRole("region", { name: "Changes in com.example.note" });
    expect(await axeFindings(page)).toEqual([]);
    expect(await difference.textContent()).toMatch(/1000[\s\S]*2000/);

    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("radio", { name: "Add" }).click();
    const like = record("com.example.like", {
      subject: { type: "ref", ref: "com.atproto.repo.strongRef" },
      note: { type: "ref", ref: "com.example.note" },
      other: { type: "ref", ref: "com.example.missing" }
    });
    await page.locator("input[type=file]").setInputFiles([file("like.json", like)]);
    await page.getByText("Completed from the published Lexicons").waitFor();
    await page.getByText("Returned as JSON or omitted").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Add Lexicons" }).click();
    await page.getByRole("link", { name: "com.example.like" }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "com.atproto.repo.strongRef" }).getByText("Completed").waitFor();
    await page.getByRole("link", { name: "com.example.note" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click()
    ]);
    expect(download.suggestedFilename()).toBe("lexicons.zip");

    await page.getByRole("link", { name: "com.example.like" }).click();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByText("is removed from the API. Its 0 records stay in the index.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove Lexicon" }).click();
    await page.getByRole("status").filter({ hasText: "com.example.like was removed" }).waitFor();
    await page.getByRole("link", { name: "com.example.note" }).waitFor();
    for (const gone of ["com.example.like", "com.atproto.repo.strongRef"])
      await page.getByRole("link", { name: gone }).waitFor({ state: "detached" });

    await page.reload();
    await page.locator("input[type=file]").setInputFiles([note]);
    await page.getByRole("heading", { name: "No changes" }).waitFor();
  });
});
