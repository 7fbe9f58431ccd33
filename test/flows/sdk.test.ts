import { exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeClient } from "../../sdk/src/browser/makeClient.ts";
import { createClient } from "../../sdk/src/node/createClient.ts";
import { fallbackInMemory } from "../../sdk/src/node/fallbackInMemory.ts";
import { keyedMutex } from "../../sdk/src/node/keyedMutex.ts";
import { generateDpopKey } from "../../sdk/src/oauth/DpopKey.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App, type Registration } from "./App.ts";
import { registerByCommand } from "./registerByCommand.ts";
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

  const byKey = async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "mine" }] });
    const { redirectUri } = registration;
    const flags = ["--auth-method", "private_key_jwt", "--jwks", jwks];
    const { clientId } = await registerByCommand(running.env, "confidential", redirectUri, flags);
    const jwk = { ...(await exportJWK(privateKey)), kid: "mine" };
    return createClient({ server: running.service.publicUrl, clientId, privateKey: jwk, redirectUri });
  };

  /** The person and their browser, from where the app sends it to where it comes back. */
  const walk = async (url: string): Promise<string> => {
    const browser = await App.make(running.service, registration);
    const cookies = browser.begin();
    const atPds = await browser.visit(cookies, url);
    return (await browser.visit(cookies, await browser.approve(atPds, account))).href;
  };

  describe("a confidential client", () => {
    it("A confidential client logs a user in, queries, writes, uploads and logs out", async () => {
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

    it("A confidential client may have a key instead of a secret", async () => {
      const client = await byKey();
      const { state, url } = await client.beginLogin({ handle: account.handle });
      const { did } = await client.completeLogin(await walk(url), state);
      expect(await client.as(did).query("{ viewer { did } }")).toEqual({ viewer: { did: account.did } });
      expect(await client.as(did).logout()).toEqual({ revoked: true });
    });

    it("A confidential client may send its secret in the form, and push its request", async () => {
      const { redirectUri } = registration;
      const flags = ["--auth-method", "client_secret_post"];
      const { clientId, clientSecret } = await registerByCommand(running.env, "confidential", redirectUri, flags);
      const { publicUrl: server } = running.service;
      const options = { server, clientId, clientSecret: clientSecret ?? "", redirectUri, pushed: true } as const;
      const client = createClient({ ...options, secretMethod: "client_secret_post" });
      const { state, url } = await client.beginLogin({ handle: account.handle });
      expect([...new URL(url).searchParams.keys()]).toEqual(["client_id", "request_uri"]);
      const { did } = await client.completeLogin(await walk(url), state);
      expect(await client.as(did).query("{ viewer { did } }")).toEqual({ viewer: { did: account.did } });
      expect(await client.as(did).logout()).toEqual({ revoked: true });
      await expect(createClient(options).beginLogin()).rejects.toMatchObject({ reason: "client_refused" });
    });

    it("A confidential client learns that its secret is wrong", async () => {
      const client = begin("wrong");
      const { state, url } = await client.beginLogin({ handle: account.handle });
      await expect(client.completeLogin(await walk(url), state)).rejects.toMatchObject({
        reason: "client_refused",
        code: "invalid_client"
      });
    });
  });
});

await withPds("the SDK for browsers, where proofs need a nonce and the clock is an hour off", (network) => {
  let running: TestService;
  let account: Account;
  let registration: Registration;

  beforeAll(async () => {
    running = await startService(network, undefined, { REQUIRE_DPOP_NONCE: "true" });
    account = await network.pdses[0].createAccount({ handle: "sdk-nonces.test" });
    registration = await running.register("public", "http://127.0.0.1:4321/");
  });
  afterAll(() => running?.stop());

  const store = () => {
    const kept = new Map<string, string>();
    return {
      get: (name: string) => kept.get(name) ?? null,
      set: (name: string, text: string) => void kept.set(name, text),
      remove: (name: string) => void kept.delete(name)
    };
  };

  it.each([-3_600_000, 3_600_000])(
    "A client whose clock is off by %i ms logs in, queries, refreshes and logs out",
    async (off) => {
      const app = await App.make(running.service, registration);
      const key = await generateDpopKey();
      const shared = store();
      const turns = keyedMutex();
      const calls: Array<string> = [];
      let url = registration.redirectUri;
      const show = (next: string) => {
        url = next;
      };
      const open = () =>
        makeClient(
          { server: running.service.publicUrl, clientId: registration.clientId },
          {
            platform: {
              fetch: (to, init) => {
                calls.push(new URL(to).pathname);
                return fetch(to, init);
              },
              now: () => Date.now() + off,
              wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
            },
            page: { url: () => url, show, leaveFor: show, onceOnline: () => {} },
            shared: { ...shared, watch: () => () => {} },
            tab,
            keys: { find: async () => key, make: async () => key, remove: async () => {} },
            fallback: fallbackInMemory(),
            exclusively: turns,
            subscriptions: () => import("../../sdk/src/subscribe.ts")
          }
        );
      const tab = store();
      const client = open();
      await client.loginWithRedirect({ handle: account.handle });
      const cookies = app.begin();
      url = (await app.visit(cookies, await app.approve(await app.visit(cookies, url), account))).href;
      expect(await client.handleRedirectCallback()).toEqual({ did: account.did });
      const viewer = { viewer: { did: account.did } };
      expect(await client.query("{ viewer { did } }")).toEqual(viewer);
      calls.length = 0;
      expect(await client.query("{ viewer { did } }")).toEqual(viewer);
      expect(calls).toEqual(["/graphql"]);

      const name = `tidemark ${running.service.publicUrl} ${registration.clientId}`;
      shared.set(name, JSON.stringify({ ...JSON.parse(shared.get(name) ?? "{}"), renewAt: 0 }));
      const reloaded = open();
      expect(await Promise.all([1, 2, 3].map(() => reloaded.query("{ viewer { did } }")))).toEqual([
        viewer,
        viewer,
        viewer
      ]);
      expect(await reloaded.logout()).toEqual({ revoked: true });
      expect(client.isAuthenticated()).toBe(false);
    }
  );
});
