import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../sdk/src/node/createClient.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App, type Registration } from "./App.ts";
import { startService, type TestService } from "./startService.ts";

await withPds("the SDK for servers, at a real service and a real PDS", (network) => {
  let running: TestService;
  let account: Account;
  let registration: Registration;

  beforeAll(async () => {
    running = await startService(network);
    account = await network.pdses[0].createAccount({ handle: "sdk-flow.test" });
    registration = await running.register("confidential", "http://127.0.0.1:4321/callback");
  });
  afterAll(() => running?.stop());

  const begin = (secret?: string) => {
    const { clientId, clientSecret, redirectUri } = registration;
    return createClient({
      server: running.service.publicUrl,
      clientId,
      clientSecret: secret ?? clientSecret ?? "",
      redirectUri
    });
  };

  /** The person and their browser, from where the app sends it to where it comes back. */
  const walk = async (url: string): Promise<string> => {
    const browser = await App.make(running.service, registration);
    const cookies = browser.begin();
    const atPds = await browser.visit(cookies, url);
    return (await browser.visit(cookies, await browser.approve(atPds, account))).href;
  };

  describe("a confidential client with a secret", () => {
    it("logs somebody in, asks, writes, uploads and logs out", async () => {
      const client = begin();
      const { state, url } = await client.beginLogin({ handle: account.handle });
      const back = await walk(url);
      await expect(client.completeLogin(back, "another")).rejects.toMatchObject({ reason: "login_missing" });
      expect(await client.completeLogin(back, state)).toEqual({ did: account.did });
      await expect(client.completeLogin(back, state)).rejects.toMatchObject({ reason: "login_missing" });

      const person = client.as(account.did);
      expect(await person.isAuthenticated()).toBe(true);
      expect(await person.query("{ viewer { did } }")).toEqual({ viewer: { did: account.did } });
      const written = await person.mutate(
        'mutation ($now: DateTime!) { createXyzStatusphereStatus(input: { status: "🐢", createdAt: $now }) { status } }',
        { now: new Date().toISOString() }
      );
      expect(written).toEqual({ createXyzStatusphereStatus: { status: "🐢" } });
      expect(await person.uploadBlob(new Blob(["12345"], { type: "text/plain" }))).toMatchObject({ size: 5 });
      expect(await client.publicQuery("{ viewer { did } }")).toEqual({ viewer: null });

      expect(await person.logout()).toEqual({ revoked: true });
      expect(await person.isAuthenticated()).toBe(false);
      await expect(person.query("{ viewer { did } }")).rejects.toMatchObject({ reason: "not_logged_in" });
    });

    it("is told when its secret is wrong", async () => {
      const client = begin("wrong");
      const { state, url } = await client.beginLogin({ handle: account.handle });
      await expect(client.completeLogin(await walk(url), state)).rejects.toMatchObject({
        reason: "client_refused",
        code: "invalid_client"
      });
    });
  });
});
