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
  it("those in force can be looked at", async () => {
    const page = await settings().open("/lexicons");
    await page.getByRole("link", { name: "xyz.statusphere.status" }).click();
    await page.getByRole("heading", { name: "xyz.statusphere.status", level: 1 }).waitFor();
    await page.getByText('"maxGraphemes"').waitFor();
    await page.goto(`${settings().origin}/settings/lexicons/com.example.nothing`);
    await page.getByRole("heading", { name: "No such Lexicon" }).waitFor();
  });

  it("faults are told by file, place and reason, and nothing changes", async () => {
    const page = await settings().open("/lexicons");
    await page
      .locator("input[type=file]")
      .setInputFiles([
        file("broken.json", "{"),
        file("wrong.json", record("com.example.wrong", { other: { type: "ref", ref: "com.example.missing" } }))
      ]);
    await page.getByText(/Nothing was imported: \d+ faults|Nothing was imported: one fault/).waitFor();
    const faults = page.getByRole("table");
    expect(await faults.textContent()).toContain("broken.json");
    await page.locator("input[type=file]").setInputFiles([file("notes.txt", "no Lexicon")]);
    await page.getByText("There is no .json and no .zip among these files.").waitFor();
  });

  it("several files show what they would change, and change it when that is confirmed", async () => {
    const page = await settings().open("/lexicons");
    await page.getByRole("radio", { name: "Replace them all" }).click();
    const note = file("note.json", record("com.example.note", { text: { type: "string", maxLength: 1000 } }));
    await page.locator("input[type=file]").setInputFiles([note]);
    await page.getByRole("heading", { name: "This would change" }).waitFor();
    await page.getByText("Collections would go").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "xyz.statusphere.status" }).waitFor();

    await page.locator("input[type=file]").setInputFiles([note]);
    await page.getByRole("button", { name: "Replace the Lexicons" }).click();
    await page.getByRole("status").filter({ hasText: "The Lexicons are in force" }).waitFor();
    await page.getByRole("link", { name: "com.example.note" }).waitFor();
    expect(await page.getByRole("link", { name: "xyz.statusphere.status" }).count()).toBe(0);

    const longer = file("note.json", record("com.example.note", { text: { type: "string", maxLength: 2000 } }));
    await page.locator("input[type=file]").setInputFiles([longer]);
    await page.getByRole("heading", { name: "This would change" }).waitFor();
    const difference = page.getByRole("region", { name: "What changes in com.example.note" });
    expect(await axeFindings(page)).toEqual([]);
    expect(await difference.textContent()).toMatch(/1000[\s\S]*2000/);

    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("radio", { name: "Add to those in force" }).click();
    const like = record("com.example.like", {
      subject: { type: "ref", ref: "com.atproto.repo.strongRef" },
      note: { type: "ref", ref: "com.example.note" },
      other: { type: "ref", ref: "com.example.missing" }
    });
    await page.locator("input[type=file]").setInputFiles([file("like.json", like)]);
    await page.getByText("Completed from the published Lexicons").waitFor();
    await page.getByText("Answered as JSON, or left out").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Add the Lexicons" }).click();
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
    await page.getByText("goes out of the API with 0 records").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove Lexicon" }).click();
    await page.getByRole("status").filter({ hasText: "com.example.like is removed" }).waitFor();
    await page.getByRole("link", { name: "com.example.note" }).waitFor();
    for (const gone of ["com.example.like", "com.atproto.repo.strongRef"])
      await page.getByRole("link", { name: gone }).waitFor({ state: "detached" });

    await page.reload();
    await page.locator("input[type=file]").setInputFiles([note]);
    await page.getByRole("heading", { name: "Nothing would change" }).waitFor();
  });
});
