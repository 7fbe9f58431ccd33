import { describe, expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { BrowserContext, Page } from "playwright-core";
import { newerFunctions } from "../sdk/support/newerFunctions.ts";
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
  readonly clientId: string;
  /** Another browser profile, which shares nothing with this one. */
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
          await walk({ page, url, alice, clientId, service: service.url, elsewhere });
        });
      })
    );

const loaded = (page: Page) => page.waitForFunction("window.callback !== undefined");
const open = async (page: Page, url: string) => {
  await page.goto(url);
  await loaded(page);
};

/** The result of a promise in the page, or its error. */
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
/** The result of the page's key store. */
const inKeys = (ask: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tidemark", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
  opening.onsuccess = () => {
    const asked = opening.result.transaction("keys", "readwrite").objectStore("keys").${ask};
    asked.onsuccess = ({ target: { result } }) => resolve(result);
    asked.onerror = () => reject(asked.error);
    opening.result.close();
  };
})`;
const keysKept = (page: Page): Promise<number> => page.evaluate(inKeys("count()"));
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
        const { alice, clientId, page, service, url } = all;
        expect(await page.evaluate("[client.isAuthenticated(), client.getUser()]")).toEqual([false, null]);
        await logIn(all);
        expect(page.url()).toBe(url);
        expect(await said(page)).toEqual({ data: { did: alice.did } });
        // The other client of the page did not process the response, but knows the user.
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
        await page.evaluate(`${inKeys("getAll()")}.then((all) => { window.saved = all; })`);
        expect(await told(page, "another.logout()")).toEqual({ data: { revoked: true } });
        expect(await page.evaluate("changes.at(-1)")).toBeNull();
        expect(await page.evaluate("[client.isAuthenticated(), client.getUser(), localStorage.length]")).toEqual([
          false,
          null,
          0
        ]);
        expect(await told(page, viewer)).toMatchObject({ name: "TidemarkError", reason: "not_logged_in" });
        expect(await told(page, `client.publicQuery("{ viewer { did } }")`)).toEqual({ data: { viewer: null } });
        // Copies of the tokens and the key are useless, because the service revoked the login.
        await page.evaluate(inKeys(`put(window.saved[0], "tidemark ${service} ${clientId}")`));
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
      "ends a login once, for all callers, tabs and listeners, by the key that it is bound to",
      visit(async (all) => {
        const { page, url } = all;
        await logIn(all);
        const second = await page.context().newPage();
        await open(second, url);
        for (const tab of [page, second]) {
          await tab.evaluate("client.onChange(() => { window.heard = told(client.logout()); })");
        }
        const revocations: Array<number> = [];
        page.context().on("response", (response) => {
          if (response.url().endsWith("/oauth/revoke")) revocations.push(response.status());
        });
        const both = await told(page, "Promise.all([client.logout(), another.logout(), client.logout()])");
        expect(both).toEqual({ data: [{ revoked: true }, { revoked: true }, { revoked: true }] });
        await second.waitForFunction("window.heard !== undefined");
        for (const tab of [page, second]) expect(await tab.evaluate("heard")).toEqual({ data: { revoked: true } });
        expect(revocations).toEqual([200]);
        expect(await page.evaluate("localStorage.length")).toBe(0);
        expect(await keysKept(page)).toBe(0);
      })
    );

    it.effect(
      "ends a login that was ended without a network, or by a page that was closed, on the next visit",
      visit(async (all) => {
        const { page, url } = all;
        await logIn(all);
        await page.context().setOffline(true);
        await page.evaluate("void client.logout()");
        expect(await page.evaluate("client.getUser()")).toBeNull();
        const told = page.context().waitForEvent("response", (response) => response.url().endsWith("/oauth/revoke"));
        await page.close();
        const next = await page.context().newPage();
        await page.context().setOffline(false);
        await open(next, url);
        expect((await told).status()).toBe(200);
        await next.waitForFunction("localStorage.length === 0");
        while ((await keysKept(next)) > 0);
      })
    );

    it.effect(
      "makes no other key for a login whose key was deleted, and sends nothing",
      visit(async (all) => {
        const { page } = all;
        for (const due of [{}, { renewAt: 0, expiresAt: 0 }]) {
          await logIn(all);
          await change(page, due);
          await page.evaluate(
            `new Promise((resolve) => { indexedDB.deleteDatabase("tidemark").onsuccess = () => resolve(); })`
          );
          const sent: Array<string> = [];
          const note = (request: { readonly url: () => string }) => void sent.push(request.url());
          page.on("request", note);
          expect(await told(page, viewer)).toMatchObject({ name: "TidemarkError", reason: "login_expired" });
          expect(await page.evaluate("client.getUser()")).toBeNull();
          page.off("request", note);
          expect(sent).toEqual([]);
          expect(await keysKept(page)).toBe(0);
        }
      })
    );

    it.effect(
      "keeps the user logged in when there is no space for refreshed tokens",
      visit(async (all) => {
        const { alice, page, url } = all;
        await logIn(all);
        const tokens = countTokenRequests(page);
        const second = await page.context().newPage();
        await open(second, url);
        const fill = `{
          let size = 1 << 22;
          for (let number = 0; size > 0; number++) {
            try { localStorage.setItem("filler" + number, "x".repeat(size)); } catch { size >>= 1; }
          }
        }`;
        const refusing = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }`;
        await change(page, { renewAt: 1_000_000_000_000, expiresAt: 1_000_000_000_000 });
        await page.evaluate(fill);
        await page.evaluate(refusing);
        const before = await kept(page);
        for (const tab of [page, page, second]) {
          expect(await told(tab, viewer)).toEqual({ data: { viewer: { did: alice.did } } });
        }
        expect(tokens.count).toBe(1);
        // The second tab could store the tokens, which are as long as the previous ones.
        expect((await kept(page)).refreshToken).not.toBe(before.refreshToken);
        await page.evaluate(`localStorage.clear()`);
        await open(page, url);
        await page.evaluate(fill);
        expect(await told(page, "client.loginWithRedirect()")).toMatchObject({ reason: "storage_unavailable" });
        expect(page.url()).toBe(url);
      })
    );

    it.effect(
      "works without all that browsers got since those it promises",
      visit(async (all) => {
        const { alice, page, url } = all;
        const remove = newerFunctions.map(([holder, name]) => `try { delete ${holder}.${name}; } catch {}`).join("\n");
        await page.addInitScript(`if (location.href.startsWith("${url}")) { ${remove} }`);
        await open(page, url);
        expect(await page.evaluate("[AbortSignal.timeout, navigator.locks, window.structuredClone]")).toEqual(
          Array(3).fill(undefined)
        );
        await logIn(all);
        expect(await said(page)).toEqual({ data: { did: alice.did } });
        await change(page, { renewAt: 0, expiresAt: 0 });
        const tokens = countTokenRequests(page);
        const asked = await told(page, `Promise.all([${viewer}, ${viewer}])`);
        expect(asked).toEqual({ data: Array(2).fill({ viewer: { did: alice.did } }) });
        expect(tokens.count).toBe(1);
        expect(await told(page, write)).toHaveProperty("data.createXyzStatusphereStatus.uri");
        expect(await told(page, "client.logout()")).toEqual({ data: { revoked: true } });
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
        // No admin registered this app, so the user is asked for consent.
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
