import { describe, expect, layer } from "@effect/vitest";
import * as Layer from "effect/Layer";
import * as Browser from "./Browser.ts";
import * as Demo from "./Demo.ts";
import { signInAtPds } from "./person.ts";
import {
  change,
  countTokenRequests,
  inKeys,
  kept,
  keysKept,
  leave,
  loaded,
  logIn,
  open,
  said,
  told,
  viewer,
  visit,
  write
} from "./sdkVisit.ts";

if (Browser.chromiumPath === undefined)
  process.stderr.write("Skipped without Chromium: the SDK in a browser (apt-get install chromium)\n");

describe.skipIf(Browser.chromiumPath === undefined)("the SDK in Chromium, at a real service and a real PDS", () => {
  layer(Layer.merge(Demo.layer, Browser.layer), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect(
      "logs in, writes, uploads, keeps the login after a reload, and logs out permanently",
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
      "refreshes expired tokens, once for two tabs and for many requests",
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
      "ends a login once, for all callers, tabs and listeners, with the key that it is bound to",
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
      "revokes a login on the next visit if it was ended offline or the page was closed",
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
      "reports what is wrong: denied, forged, unknown, no storage",
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
      "logs in as an app whose ID is the URL of its metadata, with a pushed request",
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
      "works with React without a bundler, through an import map",
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
          "useSession",
          "useSubscription"
        ]);
      })
    );

    it.effect(
      "works as a classic script",
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
