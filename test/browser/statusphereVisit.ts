import { join } from "node:path";
import type { Page } from "playwright-core";
import { logIn as logInByProgram } from "../../scripts/demo/logIn.ts";
import type * as Demo from "./Demo.ts";
import { app } from "./person.ts";

export interface Visit {
  readonly page: Page;
  readonly url: string;
  readonly alice: { readonly did: string; readonly handle: string; readonly password: string };
  readonly demo: Demo.Demo["Type"];
}

/** Replaces the access token of the stored login with an expired one. */
export const expire = (page: Page) =>
  page.evaluate(`{
    const name = Object.keys(localStorage).find((each) => each.startsWith("tidemark "));
    localStorage.setItem(name, JSON.stringify({ ...JSON.parse(localStorage.getItem(name)), accessToken: "expired", renewAt: 0, expiresAt: 0 }));
  }`);

export const problems = async (page: Page) => (await app(page).problem.allTextContents()).join("");

/** Opens another tab of the same browser. */
export const anotherTab = async ({ page, url }: Visit): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(url);
  await app(tab).feed.first().waitFor();
  return tab;
};

/** Opens the app in another browser profile, where nobody is logged in. */
export const elsewhere = async ({ page, url }: Visit): Promise<Page> => {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error("The page has no browser");
  page.once("close", () => void context.close());
  const tab = await context.newPage();
  await tab.goto(url);
  await app(tab).feed.first().waitFor();
  return tab;
};

/** Replaces the responses of the service. */
export const answering = (page: Page, change: (answer: { readonly data: Record<string, unknown> }) => void) =>
  page.route("**/graphql", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    change(answer);
    await route.fulfill({ response, json: answer });
  });

/** Logs another user in, and returns the function that sends requests as that user. */
export const asBob = ({ demo: { accounts, clientId, service }, url }: Visit) => {
  const bob = accounts.find(({ handle }) => handle === "bob.test");
  if (bob === undefined) throw new Error("The demo has no bob.test");
  return logInByProgram({ server: service.url, clientId, redirectUri: url }, bob);
};

/** Creates enough statuses for a second page. */
export const fillFeed = async (visit: Visit) => {
  const ask = await asBob(visit);
  const write = `mutation ($at: DateTime!) { createXyzStatusphereStatus(input: { status: "🚀", createdAt: $at }) { uri } }`;
  for (let day = 1; day <= 22; day += 1) await ask(write, { at: `2026-01-${String(day).padStart(2, "0")}T12:00:00Z` });
};

export const circle = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></svg>`;

/** Saves a screenshot in the folder `SCREENSHOTS`, if it is set. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};
