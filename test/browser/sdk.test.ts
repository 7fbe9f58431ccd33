import { describe, expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { BrowserContext, Page } from "playwright-core";
import * as Browser from "./Browser.ts";
import * as Demo from "./Demo.ts";
import { signInAtPds } from "./person.ts";
import { serveSdkPage } from "./serveSdkPage.ts";

if (Browser.chromiumPath === undefined)
  process.stderr.write("Left out without Chromium: the SDK in a browser (apt-get install chromium)\n");

interface Visit {
  readonly page: Page;
  readonly url: string;
  readonly alice: { readonly did: string; readonly handle: string; readonly password: string };
  readonly service: string;
  /** Another profile of the browser, which shares nothing with this one. */
  readonly elsewhere: BrowserContext;
}

const visit =
  (walk: (visit: Visit) => Promise<void>, isRegistered = true) =>
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { accounts, clientId, service } = yield* Demo.Demo;
        const url = yield* serveSdkPage({ server: service.url, ...(isRegistered && { clientId }) });
        const page = yield* Browser.openPage();
        const elsewhere = (yield* Browser.openPage()).context();
        const alice = accounts.find(({ handle }) => handle === "alice.test");
        if (alice === undefined) return yield* Effect.die("The demo has no alice.test");
        yield* Effect.promise(async () => {
          await open(page, url);
          await walk({ page, url, alice, service: service.url, elsewhere });
        });
      })
    );

const loaded = (page: Page) => page.waitForFunction("window.callback !== undefined");
const open = async (page: Page, url: string) => {
  await page.goto(url);
  await loaded(page);
};

/** What a promise of the page gives, or fails with. */
const told = (page: Page, run: string): Promise<Record<string, unknown>> => page.evaluate(`told(${run})`);
const said = (page: Page): Promise<Record<string, unknown>> => page.evaluate("window.callback");

const leave = async (page: Page, handle: string) => {
  const left = page.waitForURL((url) => url.hostname !== "127.0.0.1" || url.pathname !== "/");
  await page.evaluate(`void client.loginWithRedirect({ handle: "${handle}" })`);
  await left;
};
const logIn = async ({ alice, page, url }: Visit) => {
  await leave(page, alice.handle);
  await signInAtPds(page, alice);
  await page.getByRole("button", { name: "Authorize" }).click();
  await page.waitForURL(url);
  await loaded(page);
};

const kept = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(
    `JSON.parse(localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith("tidemark "))) ?? "null")`
  );
const change = (page: Page, members: object) =>
  page.evaluate(`{
    const name = Object.keys(localStorage).find((each) => each.startsWith("tidemark "));
    localStorage.setItem(name, JSON.stringify({ ...JSON.parse(localStorage.getItem(name)), ...${JSON.stringify(members)} }));
  }`);
const countTokenRequests = (page: Page): { count: number } => {
  const counted = { count: 0 };
  page.context().on("request", (request) => {
    if (request.url().endsWith("/oauth/token") && request.method() === "POST") counted.count++;
  });
  return counted;
};

const viewer = `client.query("{ viewer { did } }")`;
const write = `client.mutate("mutation ($now: DateTime!) { createXyzStatusphereStatus(input: { status: \\"🐢\\", createdAt: $now }) { uri } }", { now: new Date().toISOString() })`;

describe.skipIf(Browser.chromiumPath === undefined)("the SDK in Chromium, at a real service and a real PDS", () => {
  layer(Layer.merge(Demo.layer, Browser.layer), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect(
      "logs in, writes, uploads, keeps the login over a reload, and logs out for good",
      visit(async (all) => {
        const { alice, page, url } = all;
        expect(await page.evaluate("[client.isAuthenticated(), client.getUser()]")).toEqual([false, null]);
        await logIn(all);
        expect(page.url()).toBe(url);
        expect(await said(page)).toEqual({ data: { did: alice.did } });
        // The other client of the page left the answer alone, and knows as much.
        expect(await page.evaluate("[second, another.getUser()]")).toEqual([{ data: null }, { did: alice.did }]);
        expect(await told(page, write)).toMatchObject({
          data: { createXyzStatusphereStatus: { uri: expect.stringContaining(`at://${alice.did}/`) } }
        });
        const upload = `client.uploadBlob(new File(["12345"], "a.txt", { type: "text/plain" }))`;
        expect(await told(page, upload)).toMatchObject({ data: { mimeType: "text/plain", size: 5 } });

        await page.reload();
        await loaded(page);
        expect(await page.evaluate("client.getUser()")).toEqual({ did: alice.did });
        expect(await told(page, viewer)).toEqual({ data: { viewer: { did: alice.did } } });
        const before = await page.evaluate("({ ...localStorage })");
        expect(await told(page, "another.logout()")).toEqual({ data: { revoked: true } });
        expect(await page.evaluate("changes.at(-1)")).toBeNull();
        expect(await page.evaluate("[client.isAuthenticated(), client.getUser(), localStorage.length]")).toEqual([
          false,
          null,
          0
        ]);
        expect(await told(page, viewer)).toMatchObject({ name: "TidemarkError", reason: "not_logged_in" });
        expect(await told(page, `client.publicQuery("{ viewer { did } }")`)).toEqual({ data: { viewer: null } });
        // Whoever kept the tokens has nothing: the service was told.
        await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(before)})`);
        expect(await told(page, viewer)).toMatchObject({ reason: "login_expired" });
      })
    );

    it.effect(
      "renews what has expired, once for two tabs and for many requests",
      visit(async (all) => {
        const { alice, page, url } = all;
        await logIn(all);
        const tokens = countTokenRequests(page);
        const first = await kept(page);
        await change(page, { accessToken: "expired" });
        expect(await told(page, viewer)).toEqual({ data: { viewer: { did: alice.did } } });
        expect(tokens.count).toBe(1);

        const second = await page.context().newPage();
        await open(second, url);
        await change(page, { renewAt: 0, expiresAt: 0 });
        const four = `Promise.all([1, 2, 3, 4].map(() => ${viewer}))`;
        const all8 = await Promise.all([told(page, four), told(second, four)]);
        for (const { data } of all8) expect(data).toEqual(Array(4).fill({ viewer: { did: alice.did } }));
        expect(tokens.count).toBe(2);
        expect((await kept(second)).refreshToken).not.toBe(first.refreshToken);

        expect(await page.evaluate("changes")).toEqual([{ did: alice.did }]);
        await told(second, "client.logout()");
        expect(await page.evaluate("client.isAuthenticated()")).toBe(false);
        await page.waitForFunction("changes.length > 1");
        for (const tab of [page, second]) expect(await tab.evaluate("changes.at(-1)")).toBeNull();
      })
    );

    it.effect(
      "keeps a key that no script can read, without which stolen tokens are useless",
      visit(async (all) => {
        const { alice, elsewhere, page, service, url } = all;
        await logIn(all);
        const key = await page.evaluate(`new Promise((resolve) => {
          indexedDB.open("tidemark").onsuccess = ({ target }) => {
            target.result.transaction("keys").objectStore("keys").getAll().onsuccess = ({ target: { result } }) => {
              crypto.subtle.exportKey("jwk", result[0].privateKey).then(() => resolve("read"), ({ name }) => resolve([result.length, name]));
            };
          };
        })`);
        expect(key).toEqual([1, "InvalidAccessError"]);

        const stolen = await page.evaluate("({ ...localStorage })");
        const thief = await elsewhere.newPage();
        await open(thief, url);
        await thief.evaluate(`Object.assign(localStorage, ${JSON.stringify(stolen)})`);
        expect(await told(thief, write)).toMatchObject({ reason: "login_expired" });
        const { accessToken } = await kept(page);
        for (const scheme of ["Bearer", "DPoP"]) {
          const { status } = await fetch(`${service}/graphql`, {
            method: "POST",
            headers: { "content-type": "application/json", authorization: `${scheme} ${accessToken}` },
            body: JSON.stringify({ query: `mutation { deleteXyzStatusphereStatus(rkey: "3k2yihcrp6f2c") { uri } }` })
          });
          expect(status).toBe(401);
        }
        expect(await told(page, viewer)).toEqual({ data: { viewer: { did: alice.did } } });
      })
    );

    it.effect(
      "says what is wrong: denied, forged, unknown, no storage",
      visit(async (all) => {
        const { alice, page, url } = all;
        await leave(page, alice.handle);
        await signInAtPds(page, alice);
        await page.getByRole("button", { name: "Deny access" }).click();
        await page.waitForURL(url);
        await loaded(page);
        expect(await said(page)).toMatchObject({ reason: "login_refused", code: "access_denied" });

        await open(page, `${url}?code=forged&state=forged`);
        expect(await said(page)).toMatchObject({ reason: "login_missing" });
        expect(page.url()).toBe(url);
        await page.evaluate(`void client.loginWithRedirect({ handle: "alice.test" })`);
        await page.locator("input[name=password]").waitFor();
        await open(page, `${url}?code=forged&state=forged`);
        expect(await said(page)).toMatchObject({ reason: "state_mismatch" });

        const blocked = `Object.defineProperty(window, "indexedDB", { get: () => { throw new DOMException("no", "SecurityError"); } })`;
        await page.evaluate(blocked);
        expect(await told(page, "client.loginWithRedirect({ handle: 'alice.test' })")).toMatchObject({
          reason: "storage_unavailable"
        });
      })
    );

    it.effect(
      "logs in as an app that is the address of its metadata, by a request that is pushed first",
      visit(async (all) => {
        const { alice, page, url } = all;
        const pushed = page.waitForRequest((request) => request.url().endsWith("/oauth/par"));
        await leave(page, alice.handle);
        expect(new URLSearchParams((await pushed).postData() ?? "").get("client_id")).toBe(`${url}client.json`);
        // Nobody vouched for this app, so the person is asked.
        await page.getByRole("button", { name: "Continue to my server" }).click();
        await signInAtPds(page, alice);
        await page.getByRole("button", { name: "Authorize" }).click();
        await page.waitForURL(url);
        await loaded(page);
        expect(await said(page)).toEqual({ data: { did: alice.did } });
        expect(await told(page, viewer)).toEqual({ data: { viewer: { did: alice.did } } });
        expect(await told(page, "client.logout()")).toEqual({ data: { revoked: true } });
      }, false)
    );

    it.effect(
      "is there for React without a bundler, where an import map names it",
      visit(async ({ page, service }) => {
        const names =
          "createContext, createElement, useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore";
        const react = `data:text/javascript,const ${names.replaceAll(",", " = () => {},")} = () => {}; export { ${names} };`;
        await page.setContent(`<script type="importmap">${JSON.stringify({ imports: { react } })}</script>
          <script type="module">import * as entry from "${service}/sdk/react.js"; window.entry = Object.keys(entry);</script>`);
        await page.waitForFunction("window.entry !== undefined");
        expect(await page.evaluate("entry")).toEqual([
          "TidemarkProvider",
          "useClient",
          "useMutation",
          "useQuery",
          "useSession"
        ]);
      })
    );

    it.effect(
      "is there as a script, too",
      visit(async ({ page, service }) => {
        await page.addScriptTag({ url: `${service}/sdk.global.js` });
        expect(await page.evaluate("Object.keys(Tidemark).sort()")).toEqual([
          "TidemarkError",
          "createClient",
          "publicQuery",
          "version"
        ]);
      })
    );
  });
});
