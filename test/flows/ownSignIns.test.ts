import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { reject, signIn } from "../pds/signIn.ts";
import { withPds } from "../support/withPds.ts";
import { AdminBrowser as Browser } from "./AdminBrowser.ts";
import { App, type Tokens } from "./App.ts";
import { eventually } from "./eventually.ts";
import type { ServiceProcess } from "./ServiceProcess.ts";
import { startService, type TestService } from "./startService.ts";

const publicUrl = "https://account.tidemark.internal";
const callback = "https://client.example/callback";

await withPds("one's own sign-ins", (network) => {
  let running: TestService;
  let one: ServiceProcess;
  let account: Account;
  let app: App;
  let tokens: Tokens;
  let browser: Browser;

  const shown = async (at: Browser, query = ""): Promise<string> =>
    (await at.follow(`${publicUrl}/account${query}`)).text();

  /** Names the account at the page, and gives where its PDS asks. */
  const begin = async (): Promise<URL> => {
    const started = await browser.post("/account/sign-in", { account: account.handle });
    return new URL(started.headers.get("location") ?? "");
  };

  beforeAll(async () => {
    running = await startService(network, publicUrl);
    one = running.service;
    account = await network.pdses[0].createAccount({ handle: "own-sign-ins.test" });
    app = await App.make(one, await running.register("public", callback));
    tokens = await app.login(account);
    browser = new Browser(one);
  });
  afterAll(() => running?.stop());

  it("The account page prompts for an account, and reports that the user declined", async () => {
    expect(await shown(browser)).toContain("See and end your sign-ins");
    const declined = await reject(await begin());
    if (declined._tag === "Refused") throw new Error(`The PDS refused at ${declined.step}: ${declined.body}`);
    const denied = await browser.follow(declined.redirect);
    expect(denied.headers.get("location")).toBe("/account?problem=denied");
    expect(await shown(browser, "?problem=denied")).toContain("The sign-in was declined");
  });

  it("The account page lists the sessions of a user who authenticated at their PDS, in every process", async () => {
    const outcome = await signIn(await begin(), { handle: account.handle, password: account.password });
    if (outcome._tag === "Refused") throw new Error(`The PDS refused at ${outcome.step}: ${outcome.body}`);
    const back = await browser.follow(outcome.redirect);
    expect(back.headers.get("location")).toBe("/account");
    const page = await shown(browser);
    expect(page).toContain(`@${account.handle}`);
    expect(page).toContain(app.registration.clientId);
    expect(page).toContain("No sign-in ended in the last 30 days.");
    expect((await app.graphql("{ viewer { did } }", {}, tokens)).data).toEqual({ viewer: { did: account.did } });
  });

  it("A session ended in a process that was started later is reported to the app, and the user learns why", async () => {
    const two = await running.another();
    const there = browser.at(two);
    const authorization = /name="authorization" value="(auth_[\w-]+)"/.exec(await shown(there))?.[1] ?? "none";
    const ended = await there.post("/account/end", { authorization });
    expect(ended.headers.get("location")).toBe(`/account?done=${authorization}`);
    const page = await shown(there, `?done=${authorization}`);
    expect(page).toContain("has ended.</p>");
    expect(page).toContain("The user ended this sign-in.");
    expect(page).toContain("No app is signed in to your account here.");
    for (const service of [two, one]) {
      const mutation = `mutation { createXyzStatusphereStatus(input: { status: "🌊", createdAt: "2026-11-28T00:00:00Z" }) { uri } }`;
      await eventually("the app is notified that the user ended it", async () => {
        const { errors } = await app.at(service).graphql(mutation, {}, tokens);
        return JSON.stringify(errors ?? []).includes("revoked-by-user");
      });
    }
    expect(await shown(browser)).toContain("The user ended this sign-in.");
    await expect(app.refresh(tokens)).rejects.toThrow();
  });

  it("A user signs out in every process", async () => {
    const before = browser.at(one);
    await browser.post("/account/sign-out", {});
    expect(await shown(before)).toContain("See and end your sign-ins");
  });
});
