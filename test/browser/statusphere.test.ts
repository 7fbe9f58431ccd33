import { describe, expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Page } from "playwright-core";
import * as Browser from "./Browser.ts";
import * as Demo from "./Demo.ts";
import { app, goToConsent, logIn } from "./person.ts";

if (Browser.chromiumPath === undefined)
  process.stderr.write("Left out without Chromium: the example app in a browser (apt-get install chromium)\n");

const visit = (walk: (page: Page, demo: Demo.Demo["Type"]) => Promise<void>) => () =>
  Effect.scoped(
    Effect.gen(function* () {
      const demo = yield* Demo.Demo;
      const page = yield* Browser.openPage({ viewport: { width: 360, height: 740 } });
      yield* Effect.promise(async () => {
        await page.goto(demo.appUrl);
        await app(page).feed.first().waitFor();
        await walk(page, demo);
      });
    })
  );

const alice = ({ accounts }: Demo.Demo["Type"]) => {
  const account = accounts.find(({ handle }) => handle === "alice.test");
  if (account === undefined) throw new Error("The demo has no alice.test");
  return account;
};

/** Makes the access token of the kept login one that has expired. */
const expire = (page: Page) =>
  page.evaluate(`import(new URL("keptLogin.js", location.href)).then(async ({ keepLogin, keptLogin }) =>
    keepLogin({ ...(await keptLogin()), accessToken: "expired", expiresAt: 0 })
  )`);

describe.skipIf(Browser.chromiumPath === undefined)("the example app in Chromium", () => {
  const everything = Layer.merge(Demo.layer, Browser.layer);
  layer(everything, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect(
      "logs in at the PDS, sets a status once for two clicks, keeps the login over a reload, and logs out",
      visit(async (page, demo) => {
        await logIn(page, alice(demo));
        expect(page.url()).toBe(demo.appUrl);
        const before = await app(page).feed.count();
        await app(page).mood("taking it slowly").dblclick();
        await app(page).news.getByText("Your status is now 🐢").waitFor();
        expect(await app(page).feed.count()).toBe(before + 1);
        expect(await app(page).feed.first().textContent()).toContain("🐢Alice@alice.test");

        await page.reload();
        await app(page).mine.waitFor();
        expect(await app(page).mood("taking it slowly").getAttribute("aria-pressed")).toBe("true");
        await app(page).logOut.click();
        await app(page).handle.waitFor();
        await page.reload();
        await app(page).handle.waitFor();
      })
    );

    it.effect(
      "renews tokens that have expired, and asks for another login when they cannot be renewed",
      visit(async (page, demo) => {
        await logIn(page, alice(demo));
        await expire(page);
        await page.reload();
        await app(page).mine.waitFor();
        await expire(page);
        await page.route("**/oauth/token", (route) =>
          route.fulfill({
            status: 400,
            json: { error: "invalid_grant" },
            headers: { "access-control-allow-origin": "*" }
          })
        );
        await app(page).mood("happy").click();
        await app(page).problem.getByText("Your login has ended.").waitFor();
        await app(page).handle.waitFor();
      })
    );

    it.effect(
      "says why somebody is not logged in: denied, unknown handle, an answer from elsewhere",
      visit(async (page, demo) => {
        await goToConsent(page, alice(demo));
        await page.getByRole("button", { name: "Deny access" }).click();
        await app(page).problem.getByText("You are not logged in. The person declined.").waitFor();
        expect(await app(page).handle.inputValue()).toBe("alice.test");
        await app(page).handle.fill("nobody.test");
        await app(page).handle.press("Enter");
        await app(page).problem.getByText("No account has this handle.").waitFor();
        await page.goto(`${demo.appUrl}?state=forged&code=forged`);
        await app(page).problem.getByText("This login was not begun here.").waitFor();
        expect(page.url()).toBe(demo.appUrl);
      })
    );

    it.effect(
      "says that the service cannot be reached, and goes on when it can",
      visit(async (page, demo) => {
        await page.route(`${demo.service.url}/**`, (route) => route.abort());
        await page.reload();
        await app(page).problem.getByText("The service cannot be reached.").waitFor();
        await page.unroute(`${demo.service.url}/**`);
        await app(page).again.click();
        await app(page).feed.first().waitFor();
        expect(await app(page).problem.textContent()).toBe("");
      })
    );
  });
});
