import * as Effect from "effect/Effect";
import type { BrowserContext, Page } from "playwright-core";
import * as Browser from "./Browser.ts";
import * as Demo from "./Demo.ts";
import { signInAtPds } from "./person.ts";
import { serveSdkPage } from "./serveSdkPage.ts";

export interface Visit {
  readonly page: Page;
  readonly url: string;
  readonly alice: { readonly did: string; readonly handle: string; readonly password: string };
  readonly service: string;
  readonly clientId: string;
  /** Another browser profile, which shares nothing with this one. */
  readonly elsewhere: BrowserContext;
}

export const visit =
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

export const loaded = (page: Page) => page.waitForFunction("window.callback !== undefined");
export const open = async (page: Page, url: string) => {
  await page.goto(url);
  await loaded(page);
};

/** The result of a promise in the page, or its error. */
export const told = (page: Page, run: string): Promise<Record<string, unknown>> => page.evaluate(`told(${run})`);
export const said = (page: Page): Promise<Record<string, unknown>> => page.evaluate("window.callback");

export const leave = async (page: Page, handle: string) => {
  const left = page.waitForURL((url) => url.hostname !== "127.0.0.1" || url.pathname !== "/");
  await page.evaluate(`void client.loginWithRedirect({ handle: "${handle}" })`);
  await left;
};
export const logIn = async ({ alice, page, url }: Visit) => {
  await leave(page, alice.handle);
  await signInAtPds(page, alice);
  await page.getByRole("button", { name: "Authorize" }).click();
  await page.waitForURL(url);
  await loaded(page);
};

export const kept = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(
    `JSON.parse(localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith("tidemark "))) ?? "null")`
  );
export const change = (page: Page, members: object) =>
  page.evaluate(`{
    const name = Object.keys(localStorage).find((each) => each.startsWith("tidemark "));
    localStorage.setItem(name, JSON.stringify({ ...JSON.parse(localStorage.getItem(name)), ...${JSON.stringify(members)} }));
  }`);
/** The result of the page's key store. */
export const inKeys = (ask: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tidemark", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
  opening.onsuccess = () => {
    const asked = opening.result.transaction("keys", "readwrite").objectStore("keys").${ask};
    asked.onsuccess = ({ target: { result } }) => resolve(result);
    asked.onerror = () => reject(asked.error);
    opening.result.close();
  };
})`;
export const keysKept = (page: Page): Promise<number> => page.evaluate(inKeys("count()"));
export const countTokenRequests = (page: Page): { count: number } => {
  const counted = { count: 0 };
  page.context().on("request", (request) => {
    if (request.url().endsWith("/oauth/token") && request.method() === "POST") counted.count++;
  });
  return counted;
};

export const viewer = `client.query("{ viewer { did } }")`;
export const write = `client.mutate("mutation ($now: DateTime!) { createXyzStatusphereStatus(input: { status: \\"🐢\\", createdAt: $now }) { uri } }", { now: new Date().toISOString() })`;
