import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assert } from "@effect/vitest";
import type { FrameLocator, Page } from "playwright-core";
import { it } from "vitest";
import { signInAtPds } from "../browser/person.ts";
import { axeFindings } from "./axeFindings.ts";
import { withSettings } from "./SettingsInBrowser.ts";

/** The folder for screenshots, which git ignores. */
const folder = fileURLToPath(new URL("../../scratchpad/settings", import.meta.url));

const example = async (frame: FrameLocator, name: string): Promise<void> => {
  await frame.locator("summary", { hasText: "Examples" }).click();
  await frame.getByLabel("Collection").selectOption({ label: "xyz.statusphere.status" });
  await frame.locator(".bar-panel").getByRole("button", { name, exact: true }).click();
};

const editorOf = async (page: Page): Promise<FrameLocator> => {
  const frame = page.frameLocator("iframe[title='GraphiQL editor']");
  await frame.locator(".graphiql-query-editor .CodeMirror").waitFor();
  return frame;
};

/** CodeMirror scrolls with the cursor of its text area, which is beside the part that scrolls. */
const findingsOf = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await axeFindings(page)).filter(
    (finding) => !/^scrollable-region-focusable: \S.*\.CodeMirror-scroll$/.test(finding)
  );

await withSettings("GraphiQL in the settings", (settings) => {
  it("signs the admin in, shows the cost, and runs a mutation as the admin or a query as nobody", async () => {
    const page = await settings().open("/graphiql");
    let frame = await editorOf(page);
    await frame.getByText("Not signed in").waitFor();
    await frame.getByRole("button", { name: `Sign in as ${settings().admin.handle}` }).click();
    await signInAtPds(page, settings().admin);
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.waitForURL((url) => url.pathname === "/settings/graphiql");
    frame = await editorOf(page);
    await frame.locator("option", { hasText: settings().admin.handle }).waitFor({ state: "attached" });

    await example(frame, "Create");
    await frame.getByLabel("Execute query (Ctrl-Enter)").click();
    await frame.locator(".result-window", { hasText: "xyz.statusphere.status/" }).waitFor();
    await example(frame, "List");
    await frame.getByText("Cost: 10 of 10,000").waitFor();
    await frame.getByLabel("Execute query (Ctrl-Enter)").click();
    await frame.locator(".result-window", { hasText: `"totalCount": 1` }).waitFor();
    await frame.locator(".result-window", { hasText: `"cost": 10` }).waitFor();

    await frame.getByLabel("Run operations as").selectOption("nobody");
    await frame.locator(".graphiql-query-editor .CodeMirror").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText("{ viewer { did } }");
    await frame.getByText("Cost: 1 of 10,000").waitFor();
    await frame.getByLabel("Execute query (Ctrl-Enter)").click();
    await frame.locator(".result-window", { hasText: `"viewer": null` }).waitFor();
    await frame.locator(".result-window", { hasText: `"cost": 1` }).waitFor();

    await frame.getByRole("button", { name: "Sign out" }).click();
    await frame.getByText("Not signed in").waitFor();
  });

  it("opens the query of a link, and shows why one above the limit would be refused", async () => {
    const query =
      "{ xyzStatusphereStatus(first: 1000) { nodes { xyzStatusphereStatusByDid(first: 1000) { nodes { uri } } } } }";
    const page = await settings().open(`/graphiql?query=${encodeURIComponent(query)}`);
    const frame = await editorOf(page);
    await frame.locator(".graphiql-query-editor .CodeMirror", { hasText: "first: 1000" }).waitFor();
    await frame.getByText("Above the limit").waitFor();
    assert.strictEqual((await frame.locator(".result-window").textContent())?.includes("data") ?? false, false);
  });

  it("follows the theme of the settings without a reload", async () => {
    const page = await settings().open("/graphiql", { colorScheme: "light" });
    const frame = await editorOf(page);
    await page.getByLabel("Dark").click({ force: true });
    await frame.locator("body.graphiql-dark").waitFor();
  });

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900]
  ] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      it(`fits ${width} px, ${colorScheme}`, async () => {
        await mkdir(folder, { recursive: true });
        const page = await settings().open("/graphiql", { viewport: { width, height }, colorScheme });
        const frame = await editorOf(page);
        await example(frame, "List");
        await frame.getByText("Cost: 10 of 10,000").waitFor();
        await frame.getByLabel("Execute query (Ctrl-Enter)").click();
        await frame.locator(".result-window", { hasText: "totalCount" }).waitFor();
        await page.screenshot({ path: `${folder}/graphiql-frame-${width}-${colorScheme}.png` });
        assert.isAtMost(await page.evaluate("document.documentElement.scrollWidth"), width);
        await page.goto(`${settings().origin}/graphiql`);
        await page.locator(".graphiql-query-editor .CodeMirror").waitFor();
        await page.locator("summary", { hasText: "Examples" }).click();
        await page.screenshot({ path: `${folder}/graphiql-${width}-${colorScheme}.png` });
        assert.isAtMost(await page.evaluate("document.documentElement.scrollWidth"), width);
        assert.deepStrictEqual(await findingsOf(page), []);
      });
    }
  }
});
