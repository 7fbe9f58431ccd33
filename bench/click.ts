/**
 * Measures the wait for the service between the click on "Log in" and the end of the login: from the click to the page of
 * the PDS, and from the response of the PDS to the greeting of the app. In Chromium, with the example app and the demo.
 */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import type { Browser as Chromium, Request } from "playwright-core";
import type { RunningDemo } from "../scripts/demo/startDemo.ts";
import * as Browser from "../test/browser/Browser.ts";
import { app, signInAtPds } from "../test/browser/person.ts";
import { startOnFreePorts } from "../test/browser/startOnFreePorts.ts";
import { temporaryFolder } from "../test/support/temporaryFolder.ts";

const { values } = parseArgs({
  options: { logins: { type: "string", default: "20" }, "warm-up": { type: "string", default: "3" } }
});

interface Waits {
  readonly out: number;
  readonly back: number;
}

/** Records when the greeting appears, by the clock of the browser. */
const noteGreeting = `new MutationObserver(() => {
  if (document.getElementById("me")?.hidden === false) window.greeted ??= Date.now();
}).observe(document, { subtree: true, childList: true, attributes: true });`;

const logIn = async (browser: Chromium, { accounts, appUrl, pdsUrl }: RunningDemo): Promise<Waits> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(noteGreeting);
  const navigations: Array<Request> = [];
  page.on("request", (request) => request.isNavigationRequest() && navigations.push(request));
  await page.goto(appUrl);
  const [alice] = accounts;
  if (alice === undefined) throw new Error("The demo has no accounts");
  await app(page).feed.first().waitFor();
  await app(page).handle.fill(alice.handle);
  const clicked: number = await page.evaluate(`(document.querySelector("#login button").click(), Date.now())`);
  await signInAtPds(page, alice);
  await page.getByRole("button", { name: "Authorize" }).click();
  await app(page).mine.waitFor();
  const greeted: number = await page.evaluate("window.greeted");
  const startOf = (matches: (url: string) => boolean) =>
    navigations.find((request) => matches(request.url()))?.timing().startTime ?? Number.NaN;
  const atPds = startOf((url) => url.startsWith(`${pdsUrl}/oauth/authorize`));
  const returned = startOf((url) => url.includes("/oauth/atp/callback"));
  await context.close();
  return { out: atPds - clicked, back: greeted - returned };
};

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);

const row = (name: string, waits: ReadonlyArray<number>): string => {
  const sorted = waits.toSorted((one, two) => one - two);
  return `${name.padEnd(34)}${quantile(sorted, 0.5)} ms at the median, ${quantile(sorted, 0.9)} ms at 90 %`;
};

const measured = Effect.gen(function* () {
  const browser = yield* Browser.Browser;
  const demo = yield* startOnFreePorts(yield* temporaryFolder);
  const [warmUp, logins] = [Number(values["warm-up"]), Number(values.logins)];
  const waits: Array<Waits> = [];
  for (let login = 0; login < warmUp + logins; login += 1) {
    const wait = yield* Effect.promise(() => logIn(browser, demo));
    if (login >= warmUp) waits.push(wait);
  }
  yield* Console.log(`${logins} logins`);
  yield* Console.log(
    row(
      "click to the page of the PDS",
      waits.map(({ out }) => out)
    )
  );
  yield* Console.log(
    row(
      "answer of the PDS to the greeting",
      waits.map(({ back }) => back)
    )
  );
  yield* Console.log(
    row(
      "both",
      waits.map(({ back, out }) => out + back)
    )
  );
});

NodeRuntime.runMain(measured.pipe(Effect.provide(Browser.layer), Effect.scoped));
