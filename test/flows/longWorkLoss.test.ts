import { setTimeout } from "node:timers/promises";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as TestDatabase from "../support/TestDatabase.ts";
import { withPds } from "../support/withPds.ts";
import { AdminBrowser } from "./AdminBrowser.ts";
import { App } from "./App.ts";
import { eventually } from "./eventually.ts";
import { accountWithStatuses } from "./RepositoryAtPds.ts";
import { startService, type TestService } from "./startService.ts";
import { type Loss, TcpProxy } from "./TcpProxy.ts";

vi.setConfig({ testTimeout: 240_000 });

const count = `query ($did: String) { xyzStatusphereStatus(where: { did: { eq: $did } }) { totalCount } }`;

/** The last line of an export says whether it is whole; one that was cut off has none, or another. */
const isWhole = (text: string): boolean => /^\{"end":\{"checkpoint":/.test(text.trimEnd().split("\n").at(-1) ?? "");

await withPds("work that outlasts a connection to the database", (network) => {
  const databases = ManagedRuntime.make(TestDatabase.database);
  let wire: TcpProxy;
  let running: TestService;
  let app: App;

  beforeAll(async () => {
    const { url } = await databases.runPromise(TestDatabase.TestDatabase);
    const address = new URL(Redacted.value(url));
    wire = await TcpProxy.toDatabase(address);
    running = await startService(network, undefined, { DATABASE_URL: wire.databaseUrl(address) });
    app = await App.make(running.service, await running.register("public", "http://127.0.0.1:4321/callback"));
  });

  afterAll(async () => {
    await running?.stop();
    await wire?.cut();
    await databases.dispose();
  });

  const losses: ReadonlyArray<Loss> = ["fin", "reset"];

  it.each(losses)("A full repository is indexed, however often its connections are lost: %s", async (how) => {
    const account = await accountWithStatuses(network, `lost-${how}.test`, 1200);
    await app.login(account);
    for (let round = 0; round < 10; round += 1) {
      await setTimeout(100);
      wire.lose(how);
    }
    await eventually(
      "all records are indexed",
      async () => {
        const { data } = await app.graphql(count, { did: account.did });
        return Object(data)?.xyzStatusphereStatus?.totalCount === 1200;
      },
      180_000
    );
    expect(running.service.isRunning).toBe(true);
  });

  it("A truncated history is never taken for a complete one", async () => {
    const account = await network.pdses[0].createAccount({ handle: "lost-admin.test" });
    const browser = new AdminBrowser(running.service);
    const token = /setup_[\w-]{32}/.exec(running.service.output)?.[0] ?? "none";
    await browser.post("/settings/sign-in", { token });
    await browser.signIn(account);
    expect(await browser.state()).toBe("ADMIN");
    const whole = await (await browser.history()).text();
    expect(isWhole(whole)).toBe(true);
    const lines = whole.split("\n").length;
    for (const how of losses) {
      for (let piece = 1, reached = true; reached && piece < 60; piece += 1) {
        const end = wire.loseAtPiece(piece, how);
        const answer = await browser.history().then(
          async (response) => ({ status: response.status, text: await response.text().catch(() => "") }),
          () => null
        );
        reached = end();
        if (answer?.status === 200 && isWhole(answer.text))
          expect(answer.text.split("\n").length).toBeGreaterThanOrEqual(lines);
        else expect([200, 503, undefined]).toContain(answer?.status);
      }
    }
    expect(running.service.isRunning).toBe(true);
    await eventually("the history is whole again", async () => isWhole(await (await browser.history()).text()));
  });
});
