import { createServer } from "node:http";
import { afterAll, expect, it } from "vitest";
import { looksRight, threeSizes } from "./looksRight.ts";
import { withSettings } from "./SettingsInBrowser.ts";

/** A receiver whose status a test sets. */
const state = { status: 204 };
const receiver = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(state.status).end());
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
afterAll(() => receiver.close());
const address = receiver.address();
const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

await withSettings(
  "the webhook in the settings",
  (settings) => {
    it("shows what was sent, sends a test, and sends a message again that was not delivered", async () => {
      const page = await settings().open("/webhook");
      await page.getByText(host).waitFor();
      // The first admin signed in: that is what the first messages are about.
      await page.getByText("admin.added").last().waitFor();
      const rows = page.getByRole("table").getByRole("row");
      const first = rows.nth(1);
      state.status = 204;
      await page.getByRole("button", { name: "Send a test message" }).click();
      await first.getByText("webhook.test").waitFor();
      await first.getByText("Delivered").waitFor();
      state.status = 500;
      await page.getByRole("button", { name: "Send a test message" }).click();
      await first.getByText("it responded with HTTP 500").waitFor();
      state.status = 204;
      await first.getByRole("button", { name: "Send again: webhook.test" }).click();
      await first.getByText("Delivered").waitFor();
      expect(await first.getByRole("button", { name: /^Send again/ }).count()).toBe(0);
      state.status = 410;
      await page.getByRole("button", { name: "Send a test message" }).click();
      await page.getByText("The receiver is gone, and nothing is sent").waitFor();
    }, 90_000);

    it("passes axe and fits its window", async () => {
      const page = await settings().open("/webhook");
      await page.getByRole("table").waitFor();
      await looksRight(page, "webhook-filled", threeSizes);
    }, 120_000);
  },
  { WEBHOOK_URL: `http://${host}/hook`, WEBHOOK_SECRET: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDNlXmYnPQ" }
);
