import { describe, expect, layer } from "@effect/vitest";
import * as Layer from "effect/Layer";
import { newerFunctions } from "../sdk/support/newerFunctions.ts";
import * as Browser from "./Browser.ts";
import * as Demo from "./Demo.ts";
import {
  change,
  countTokenRequests,
  kept,
  keysKept,
  logIn,
  open,
  said,
  told,
  viewer,
  visit,
  write
} from "./sdkVisit.ts";

if (Browser.chromiumPath === undefined)
  process.stderr.write("Skipped without Chromium: the storage of the SDK in a browser (apt-get install chromium)\n");

describe.skipIf(Browser.chromiumPath === undefined)(
  "the storage of the SDK in Chromium, at a real service and a real PDS",
  () => {
    layer(Layer.merge(Demo.layer, Browser.layer), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "creates no new key for a login whose key was deleted, and sends nothing",
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
        "works without the features that browsers added after the oldest supported ones",
        visit(async (all) => {
          const { alice, page, url } = all;
          const remove = newerFunctions
            .map(([holder, name]) => `try { delete ${holder}.${name}; } catch {}`)
            .join("\n");
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
    });
  }
);
