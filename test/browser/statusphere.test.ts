import { describe, expect, layer } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Page } from "playwright-core";
import * as Browser from "./Browser.ts";
import * as Demo from "./Demo.ts";
import { faintTexts } from "./faintTexts.ts";
import { app, goToConsent, logIn } from "./person.ts";
import { serveReactExample } from "./serveReactExample.ts";
import {
  anotherTab,
  answering,
  asBob,
  circle,
  elsewhere,
  expire,
  fillFeed,
  picture,
  problems,
  type Visit
} from "./statusphereVisit.ts";

if (Browser.chromiumPath === undefined)
  process.stderr.write("Skipped without Chromium: the example apps in a browser (apt-get install chromium)\n");

/** The URL of the app under test. */
class AppUrl extends Context.Tag("test/browser/AppUrl")<AppUrl, string>() {}

const inPlainHtml = Effect.map(Demo.Demo, ({ appUrl }) => appUrl);
const inReact = Effect.flatMap(Demo.Demo, ({ clientId, service }) =>
  serveReactExample({ server: service.url, clientId })
);

describe.skipIf(Browser.chromiumPath === undefined).each([
  ["in plain HTML", inPlainHtml],
  ["in React", inReact]
] as const)("the example app %s, in Chromium at a real service and a real PDS", (name, serve) => {
  const everything = Layer.scoped(AppUrl, serve).pipe(Layer.provideMerge(Layer.merge(Demo.layer, Browser.layer)));
  layer(everything, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    const visit = (walk: (visit: Visit) => Promise<void>) => () =>
      Effect.scoped(
        Effect.gen(function* () {
          const demo = yield* Demo.Demo;
          const url = yield* AppUrl;
          const alice = demo.accounts.find(({ handle }) => handle === "alice.test");
          if (alice === undefined) return yield* Effect.die("The demo has no alice.test");
          const page = yield* Browser.openPage({ viewport: { width: 360, height: 740 } });
          yield* Effect.promise(async () => {
            await page.goto(url);
            await app(page).feed.first().waitFor();
            await walk({ page, url, alice, demo });
          });
        })
      );

    it.effect(
      "logs in, redeems the code once, sets a status once for two clicks, keeps the login after a reload, and logs out",
      visit(async ({ alice, page, url }) => {
        const redeemed: Array<string> = [];
        page.on("request", (request) => {
          if (request.url().endsWith("/oauth/token")) redeemed.push(request.postData() ?? "");
        });
        await logIn(page, alice);
        expect(page.url()).toBe(url);
        const before = await app(page).feed.count();
        await app(page).mood("taking it slowly").dblclick();
        await app(page).news.getByText("Your status is now 🐢").waitFor();
        await expect.poll(() => app(page).feed.count()).toBe(before + 1);
        expect(await app(page).feed.first().textContent()).toMatch(/Alice@alice\.test.*🐢/);
        expect(redeemed.map((form) => new URLSearchParams(form).get("grant_type"))).toEqual(["authorization_code"]);

        await page.reload();
        await app(page).mine.waitFor();
        await expect.poll(() => app(page).mood("taking it slowly").getAttribute("aria-pressed")).toBe("true");
        await app(page).logOut.click();
        await app(page).handle.waitFor();
        await page.reload();
        await app(page).handle.waitFor();
        expect(await problems(page)).toBe("");
      })
    );

    it.effect(
      "goes back and forward after a login without a second login",
      visit(async ({ alice, page, url }) => {
        await logIn(page, alice);
        await page.goBack();
        await page.goto(url);
        await app(page).mine.waitFor();
        await page.goBack();
        await page.goForward();
        await app(page).mine.waitFor();
        expect(await problems(page)).toBe("");
      })
    );

    it.effect(
      "shows the logged-in user in every tab",
      visit(async (all) => {
        const { alice, page } = all;
        const second = await anotherTab(all);
        await app(second).handle.waitFor();
        await logIn(page, alice);
        await app(second).mine.waitFor();
        await app(second).mood("happy").click();
        await app(second).news.getByText("Your status is now 😀").waitFor();
        await app(second).logOut.click();
        await app(page).handle.waitFor();
        expect(await problems(page)).toBe("");
      })
    );

    it.effect(
      "follows by itself what others do, logged in and not",
      visit(async (all) => {
        const { alice, page } = all;
        const ask = await asBob(all);
        const shown = (tab: Page) => expect.poll(() => app(tab).feed.first().textContent(), { timeout: 15_000 });
        const say = async (status: string): Promise<string> => {
          const at = new Date().toISOString();
          const result = await ask(
            `mutation ($status: String!, $at: DateTime!) {
               createXyzStatusphereStatus(input: { status: $status, createdAt: $at }) { uri }
             }`,
            { status, at }
          );
          return String(Object(result).createXyzStatusphereStatus.uri.split("/").at(-1));
        };
        const visitor = await elsewhere(all);
        await logIn(page, alice);
        const before = await app(page).feed.count();
        const rkey = await say("🚀");
        for (const tab of [page, visitor]) {
          await shown(tab).toMatch(/Bob@bob\.test.*🚀/);
          await expect.poll(() => app(tab).feed.count(), { timeout: 15_000 }).toBe(before + 1);
        }
        await picture(page, `${name}-live`.replaceAll(" ", "-"));
        const change = `mutation ($rkey: String!, $at: DateTime!) {
          updateXyzStatusphereStatus(rkey: $rkey, input: { status: "🐢", createdAt: $at }) { uri }
        }`;
        await ask(change, { rkey, at: new Date().toISOString() });
        for (const tab of [page, visitor]) await shown(tab).toMatch(/Bob@bob\.test.*🐢/);
        await ask("mutation ($rkey: String!) { deleteXyzStatusphereStatus(rkey: $rkey) { uri } }", { rkey });
        for (const tab of [page, visitor])
          await expect.poll(() => app(tab).feed.count(), { timeout: 15_000 }).toBe(before);
        await app(page).mood("happy").click();
        await shown(visitor).toMatch(/Alice@alice\.test.*😀/);
        expect(await problems(page)).toBe("");
      })
    );

    it.effect(
      "refreshes expired tokens, and asks for a new login when they cannot be refreshed",
      visit(async ({ alice, page }) => {
        await logIn(page, alice);
        await expire(page);
        await page.reload();
        await app(page).mine.waitFor();
        await expire(page);
        await page.route("**/oauth/token", (route) =>
          route.fulfill({
            status: 400,
            json: { error: "invalid_grant", end_reason: "revoked-by-admin" },
            headers: { "access-control-allow-origin": "*" }
          })
        );
        await app(page).mood("happy").click();
        await app(page).problem.getByText("An admin of the service ended your login").waitFor();
        await app(page).handle.waitFor();
        await app(page).feed.first().waitFor();
      })
    );

    it.effect(
      "says why the user is not logged in: denied, unknown handle, a foreign response",
      visit(async ({ alice, page, url }) => {
        await goToConsent(page, alice);
        await page.getByRole("button", { name: "Deny access" }).click();
        await app(page).problem.getByText("You did not allow this app to use your account").waitFor();
        expect(await app(page).handle.inputValue()).toBe("alice.test");
        await app(page).handle.fill("nobody.test");
        await app(page).handle.press("Enter");
        await app(page).problem.getByText("No account has this handle").waitFor();
        for (const answer of ["?state=forged&code=forged", "?state=forged&error=access_denied%3Cimg%3E"]) {
          await page.goto(`${url}${answer}`);
          await app(page).problem.getByText("This login was not started here").waitFor();
          expect(page.url()).toBe(url);
        }
      })
    );

    it.effect(
      "says that the service cannot be reached, and continues when it can",
      visit(async ({ demo, page }) => {
        const graphql = `${demo.service.url}/graphql`;
        await page.route(graphql, (route) => route.abort());
        await page.reload();
        await app(page).problem.getByText("The service cannot be reached.").waitFor();
        await page.unroute(graphql);
        await app(page).again.click();
        await app(page).feed.first().waitFor();
        await expect.poll(() => problems(page)).toBe("");
      })
    );

    it.effect(
      "can be read without browser storage, and says why the user cannot log in",
      visit(async ({ page }) => {
        const blocked = `for (const name of ["localStorage", "sessionStorage", "indexedDB"])
          Object.defineProperty(window, name, { get: () => { throw new DOMException("no", "SecurityError"); } });`;
        await page.addInitScript(blocked);
        await page.reload();
        await app(page).feed.first().waitFor();
        await app(page).handle.fill("alice.test");
        await app(page).handle.press("Enter");
        await app(page).problem.getByText("This browser stores nothing for this page").waitFor();
      })
    );

    it.effect(
      "shows what others wrote as text, and loads pictures over https only",
      visit(async ({ page }) => {
        const asked: Array<string> = [];
        const good = "https://cdn.bsky.app/img/avatar/plain/did/cid@jpeg";
        const gone = "https://cdn.bsky.app/gone";
        await page.route(/evil|cdn\.bsky/, (route) => {
          const url = route.request().url();
          asked.push(url);
          return url === good ? route.fulfill({ contentType: "image/svg+xml", body: circle }) : route.abort();
        });
        const markup = `<img src="http://evil.example/name" onerror="throw new Error('run')">`;
        const urls = [
          "javascript:throw 1",
          "http://evil.example/1",
          "data:image/svg+xml,<svg/>",
          "//evil.example",
          "x"
        ];
        await answering(page, ({ data: { xyzStatusphereStatus: statuses } }) => {
          if (typeof statuses !== "object" || statuses === null || !("nodes" in statuses)) return;
          const shown = (url: string | null, uri: string) => ({
            uri,
            status: "<b>🌊",
            createdAt: markup,
            did: markup,
            actorHandle: markup,
            appNeutralActorProfileByDid: { displayName: markup, avatar: { url } }
          });
          statuses.nodes = [...urls, null, gone, good].map((url, index) => shown(url, `at://${index}`));
        });
        await page.reload();
        await expect.poll(() => app(page).feed.count()).toBe(urls.length + 3);
        await expect.poll(() => asked.toSorted()).toEqual([gone, good]);
        expect(await app(page).feed.first().textContent()).toContain(markup);
        expect(await page.locator(".feed b").count()).toBe(0);
        // If a picture does not load, the letter stays.
        await expect.poll(() => page.locator(".feed .avatar img").count()).toBe(1);
        const letters = Array(urls.length + 2).fill("<");
        expect(await page.locator(".feed .avatar").allTextContents()).toEqual([...letters, ""]);
        expect(await page.locator(".feed .avatar img").getAttribute("src")).toBe(good);
      })
    );

    it.effect(
      "shows an empty feed",
      visit(async ({ page }) => {
        await answering(page, ({ data: { xyzStatusphereStatus: statuses } }) => {
          if (typeof statuses === "object" && statuses !== null && "nodes" in statuses) statuses.nodes = [];
        });
        await page.reload();
        await page.getByText("No statuses yet. Be the first.").waitFor();
        expect(await app(page).feed.count()).toBe(0);
      })
    );

    it.effect(
      "shows earlier statuses, and moves the keyboard focus to the first of them",
      visit(async (all) => {
        const { page } = all;
        await fillFeed(all);
        await page.reload();
        await expect.poll(() => app(page).feed.count()).toBe(20);
        await page.getByRole("button", { name: "Show earlier" }).focus();
        await page.keyboard.press("Enter");
        await expect.poll(() => app(page).feed.count()).toBeGreaterThan(20);
        expect(await page.evaluate("document.activeElement.closest('.feed') !== null")).toBe(true);
      })
    );

    for (const width of [360, 1280]) {
      for (const colorScheme of ["light", "dark"] as const) {
        it.effect(
          `fits ${width} pixels in ${colorScheme}, and can be read`,
          visit(async ({ alice, page }) => {
            await page.setViewportSize({ width, height: 800 });
            await page.emulateMedia({ colorScheme });
            const look = async (what: string) => {
              expect(
                await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
                name
              ).toBeLessThanOrEqual(0);
              expect(await faintTexts(page), what).toEqual([]);
              await picture(page, `${name}-${what}-${width}-${colorScheme}`.replaceAll(" ", "-"));
            };
            await look("logged out");
            await goToConsent(page, alice);
            await page.getByRole("button", { name: "Deny access" }).click();
            await app(page).problem.getByText("You did not allow this app").waitFor();
            await look("denied");
            await logIn(page, alice);
            await expect.poll(() => app(page).mine.textContent()).toBe("How are you, Alice?");
            await look("logged in");
          })
        );
      }
    }
  });
});
