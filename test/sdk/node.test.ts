import { exportJWK, generateKeyPair, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { createClient } from "../../sdk/src/node/createClient.ts";
import type { ServerClient, ServerClientOptions } from "../../sdk/src/node/ServerClient.ts";
import { memoryStore, type Store } from "../../sdk/src/node/Store.ts";
import { failure } from "./support/failure.ts";
import { did, type Instance, makeInstance } from "./support/Instance.ts";

const begin = (more: Partial<ServerClientOptions> = { clientSecret: "s€cret" }) => {
  let time = Date.UTC(2026, 10, 28, 12);
  const instance = makeInstance(() => time);
  const options = { server: instance.server, clientId: "client_app", redirectUri: "https://app.example/back", ...more };
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  const surroundings = { fetch: instance.fetch, now: () => time, wait: async (pause: number) => pass(pause) };
  return {
    instance,
    pass,
    client: createClient(options, surroundings),
    /** Another process of the same app, with a slower connection to the server. */
    another: () => ({
      client: createClient(options, {
        ...surroundings,
        fetch: async (url, init) => {
          const response = await instance.fetch(url, init);
          await new Promise((resolve) => setImmediate(resolve));
          return response;
        }
      })
    })
  };
};

const logIn = async ({ client, instance }: { readonly client: ServerClient; readonly instance: Instance }) => {
  const { state, url } = await client.beginLogin({ handle: "alice.test" });
  return client.completeLogin(instance.approve(url), state);
};

const tokenCalls = ({ calls }: Instance) => calls.filter(({ path }) => path === "/oauth/token");

describe("a confidential client", () => {
  it("authenticates with its secret, form-encoded, and uses bearer tokens", async () => {
    const begun = begin();
    expect(await logIn(begun)).toEqual({ did });
    const [exchange] = begun.instance.calls;
    expect(atob(exchange?.headers.get("authorization")?.replace("Basic ", "") ?? "")).toBe("client_app:s%E2%82%ACcret");
    await begun.client.as(did).query("{ x }");
    expect(begun.instance.calls.at(-1)?.headers.get("authorization")).toBe("Bearer access-1");
  });

  it("sends its secret in the form if it is registered that way, and pushes its request if configured", async () => {
    const begun = begin({ clientSecret: "s€cret", secretMethod: "client_secret_post", pushed: true });
    expect(await logIn(begun)).toEqual({ did });
    const { calls } = begun.instance;
    expect(calls.map(({ path }) => path)).toEqual(["/oauth/par", "/oauth/token"]);
    for (const { form, headers } of calls) {
      expect(Object.fromEntries(form)).toMatchObject({ client_id: "client_app", client_secret: "s€cret" });
      expect(headers.has("authorization")).toBe(false);
    }
  });

  it("authenticates with its key, with a new assertion each time", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    for (const key of [
      { ...(await exportJWK(privateKey)), kid: "mine" },
      { privateKey, kid: "mine" }
    ]) {
      const begun = begin({ privateKey: key });
      await logIn(begun);
      begun.pass(880_000);
      await begun.client.as(did).query("{ x }");
      const assertions = tokenCalls(begun.instance).map(({ form }) => form.get("client_assertion") ?? "");
      expect(new Set(assertions).size).toBe(2);
      const { payload, protectedHeader } = await jwtVerify(assertions[0] ?? "", publicKey, {
        currentDate: new Date(Date.UTC(2026, 10, 28, 12)),
        audience: begun.instance.server,
        issuer: "client_app",
        subject: "client_app"
      });
      expect(protectedHeader.kid).toBe("mine");
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
    }
  });

  it("stores tokens, and refreshes them once for concurrent requests", async () => {
    const begun = begin();
    await logIn(begun);
    begun.pass(880_000);
    await Promise.all([1, 2, 3].map(() => begun.client.as(did).query("{ x }")));
    expect(tokenCalls(begun.instance)).toHaveLength(2);
  });

  it("shares logins with other processes through a store, and may refresh concurrently with them", async () => {
    const store = memoryStore();
    const begun = begin({ clientSecret: "secret", store });
    await logIn(begun);
    begun.pass(880_000);
    await Promise.all([begun, begun.another(), begun.another()].map(({ client }) => client.as(did).query("{ x }")));
    expect(tokenCalls(begun.instance).length).toBeGreaterThan(2);
    expect(begun.instance.calls.filter(({ path }) => path === "/oauth/revoke")).toHaveLength(0);
    expect(begun.instance.tokensAlive()).toBe(2);
    expect(await begun.another().client.as(did).query("{ x }")).toBeDefined();
    expect(await begun.client.as("did:plc:somebodyelse").isAuthenticated()).toBe(false);
  });

  it("loses no tokens and no login if the store is unavailable", async () => {
    const kept = memoryStore();
    let isAway = false;
    const away = <A>(run: () => Promise<A>) => (isAway ? Promise.reject(new Error("connection refused")) : run());
    const store: Store = {
      get: (name) => kept.get(name),
      set: (name, text, seconds) => away(() => kept.set(name, text, seconds)),
      remove: (name) => away(() => kept.remove(name))
    };
    const begun = begin({ clientSecret: "secret", store });
    await logIn(begun);
    isAway = true;
    for (let renewals = 0; renewals < 3; renewals++) {
      begun.pass(880_000);
      expect(await begun.client.as(did).query("{ x }")).toBeDefined();
    }
    isAway = false;
    await begun.client.as(did).query("{ x }");
    expect(await begun.another().client.as(did).query("{ x }")).toBeDefined();
    const used = tokenCalls(begun.instance).flatMap(({ form }) => form.get("refresh_token") ?? []);
    expect(used).toEqual(["refresh-1", "refresh-2", "refresh-3"]);
    isAway = true;
    const error = await failure(begun.client.beginLogin());
    expect([error.reason, error.cause]).toEqual(["storage_unavailable", new Error("connection refused")]);
  });

  it("revokes a login at the server if the store refuses it", async () => {
    const kept = memoryStore();
    let refused = 0;
    const set: Store["set"] = (name, text, seconds) =>
      seconds === null && ++refused ? Promise.reject(new Error("read-only")) : kept.set(name, text, seconds);
    const begun = begin({ clientSecret: "secret", store: { ...kept, set } });
    expect((await failure(logIn(begun))).reason).toBe("storage_unavailable");
    expect([refused, begun.instance.tokensAlive()]).toEqual([1, 0]);
  });

  it("names its own methods in error messages", async () => {
    const { client, instance } = begin();
    for (const attempt of [
      client.as(did).query("{ x }"),
      client.completeLogin("https://app.example/back?code=1", "x")
    ]) {
      const { message } = await failure(attempt);
      expect(message).toContain("beginLogin");
      expect(message).not.toMatch(/loginWithRedirect|tab/);
    }
    const { state, url } = await client.beginLogin();
    const forged = instance.approve(url).replace(/state=[^&]+/, "state=forged");
    expect((await failure(client.completeLogin(forged, state))).message).toContain("Call beginLogin again");
    await logIn({ client, instance });
    instance.revokeAll();
    expect((await failure(client.as(did).query("{ x }"))).message).toContain("Call beginLogin again");
  });

  it("refuses the response to a login that this browser did not start", async () => {
    const { client, instance } = begin();
    const { url } = await client.beginLogin();
    const { state } = await client.beginLogin();
    expect((await failure(client.completeLogin(instance.approve(url), state))).reason).toBe("state_mismatch");
    expect((await failure(client.completeLogin(instance.approve(url), undefined))).reason).toBe("login_missing");
    expect(instance.calls).toHaveLength(0);
  });

  it("discards a login that took longer than an hour", async () => {
    const { client, instance, pass } = begin();
    const { state, url } = await client.beginLogin();
    pass(3_600_000);
    expect((await failure(client.completeLogin(instance.approve(url), state))).reason).toBe("login_missing");
  });

  it("refuses an empty id or secret, as of a variable that is not set", () => {
    expect(() => begin({ clientSecret: "" })).toThrow(/clientSecret is empty/);
    expect(() => begin({ clientSecret: "x", clientId: "" })).toThrow(/clientId is missing/);
  });

  it("requires either a secret or a key", async () => {
    expect(() => begin({})).toThrow(/either clientSecret or privateKey/);
    expect(() => begin({ clientSecret: "x", privateKey: {} })).toThrow(/either clientSecret or privateKey/);
    const begun = begin({ privateKey: { kty: "EC", crv: "P-256" } });
    expect((await failure(logIn(begun))).message).toMatch(/private P-256 key/);
  });
});
