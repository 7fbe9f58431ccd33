import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App } from "./App.ts";
import { startService, type TestService } from "./startService.ts";

const callback = "http://127.0.0.1:4321/callback";
const modes = [
  { mode: "a public loopback client", publicUrl: undefined, handle: "restart-l.test" },
  { mode: "a confidential client", publicUrl: "https://restart.tidemark.internal", handle: "restart-c.test" }
] as const;

for (const { mode, publicUrl, handle } of modes) {
  await withPds(`kill -9 between the steps, toward the PDS as ${mode}`, (network) => {
    let running: TestService;
    let app: App;
    let account: Account;

    beforeAll(async () => {
      running = await startService(network, publicUrl);
      account = await network.pdses[0].createAccount({ handle });
      app = await App.make(running.service, await running.register("public", callback));
    });
    afterAll(() => running?.stop());

    it("A restart loses nothing of a login that was acknowledged", async () => {
      const { service } = running;
      const login = app.begin();
      const atPds = await app.visit(login, await app.authorizationUrl(login, { login_hint: account.handle }));
      await service.restart();
      const back = await app.approve(atPds, account);
      await service.restart();
      const returned = await app.visit(login, back);
      await service.restart();
      const tokens = await app.exchange(login, returned);
      await service.restart();
      const refreshed = await app.refresh(tokens);
      await service.restart();
      expect(await app.refresh(tokens)).toEqual(refreshed);
      const create = `mutation { createXyzStatusphereStatus(input: { status: "🐢", createdAt: "2026-11-27T12:00:00Z" }) { uri } }`;
      const created = await app.graphql(create, {}, refreshed);
      expect(created.errors).toBeUndefined();
      await service.restart();
      const feed = "{ xyzStatusphereStatus { totalCount nodes { status } } }";
      expect((await app.graphql(feed)).data).toEqual({
        xyzStatusphereStatus: { totalCount: 1, nodes: [{ status: "🐢" }] }
      });
    });
  });
}

await withPds("several processes on one database", (network) => {
  let running: TestService;

  beforeAll(async () => {
    running = await startService(network);
  });
  afterAll(() => running?.stop());

  it("Two processes agree on the registry at once, and find the same one after kill -9", async () => {
    const second = await running.another();
    const registration = await running.register("public", callback);
    const registeredAt = performance.now();
    const knows = async (reach: string): Promise<boolean> => {
      const url = `${reach}/oauth/authorize?client_id=${registration.clientId}&redirect_uri=${encodeURIComponent(callback)}`;
      const response = await fetch(url, { redirect: "manual" });
      return response.status === 302 || response.status === 303;
    };
    const until = async (reach: string): Promise<number> => {
      while (!(await knows(reach)))
        if (performance.now() - registeredAt > 10_000) throw new Error(`${reach} does not know it`);
      return performance.now() - registeredAt;
    };
    expect(await until(running.service.reach)).toBeLessThan(5000);
    expect(await until(second.reach)).toBeLessThan(5000);
    await running.service.restart();
    expect(await knows(running.service.reach)).toBe(true);
  });
});
