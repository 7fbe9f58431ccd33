import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { app, logIn, startComputer } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";
import { did } from "./support/Instance.ts";

describe("a login", () => {
  it("requests a code with PKCE (32 random bytes), a state of 16 bytes, the normalized handle, and the key that tokens are bound to", async () => {
    const computer = startComputer();
    const tab = computer.open();
    await tab.client.loginWithRedirect({ handle: " @alice.test " });
    const { origin, pathname, searchParams } = new URL(tab.url);
    expect(origin + pathname).toBe("https://records.example/oauth/authorize");
    const [kept = "{}"] = tab.own.values();
    const { state, verifier } = JSON.parse(kept);
    expect(Buffer.from(verifier, "base64url")).toHaveLength(32);
    expect(Buffer.from(state, "base64url")).toHaveLength(16);
    const { dpop_jkt, ...asked } = Object.fromEntries(searchParams);
    expect(asked).toEqual({
      client_id: "client_app",
      redirect_uri: app,
      response_type: "code",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      state,
      login_hint: "alice.test"
    });
    expect(dpop_jkt).toMatch(/^[\w-]{43}$/);
    expect([...computer.keys.values()][0]?.privateKey.extractable).toBe(false);
  });

  it("is completed when the user returns, once for two calls, and its parameters are removed from the URL", async () => {
    const computer = startComputer();
    const tab = computer.open();
    tab.url = `${app}?tab=2#top`;
    await tab.client.loginWithRedirect();
    const back = new URL(computer.instance.approve(tab.url));
    back.searchParams.set("tab", "2");
    tab.url = `${back.href}#top`;
    const both = await Promise.all([tab.client.handleRedirectCallback(), tab.client.handleRedirectCallback()]);
    expect(both).toEqual([{ did }, { did }]);
    expect(tab.url).toBe(`${app}?tab=2#top`);
    expect(tab.client.getUser()).toEqual({ did });
    expect(tab.client.isAuthenticated()).toBe(true);
    expect(await tab.client.handleRedirectCallback()).toBeNull();
    expect(computer.instance.calls).toHaveLength(1);
  });

  it("has no user before it is completed, and another visit does not complete it", async () => {
    const tab = startComputer().open();
    tab.url = `${app}?code=promotion`;
    expect(await tab.client.handleRedirectCallback()).toBeNull();
    expect(tab.client.getUser()).toBeNull();
    expect(tab.client.isAuthenticated()).toBe(false);
    expect((await failure(tab.client.query("{ viewer { did } }"))).reason).toBe("not_logged_in");
  });

  it("is pushed first for a client whose ID is the URL of its metadata", async () => {
    const computer = startComputer();
    const tab = computer.open({ clientId: "https://app.example/client.json", scope: "atproto" });
    await logIn(computer, tab);
    const [pushed] = computer.instance.calls;
    expect(pushed?.path).toBe("/oauth/par");
    expect(pushed?.form.get("scope")).toBe("atproto");
    expect(tab.client.getUser()).toEqual({ did });
  });

  it("revokes the previous login at the server", async () => {
    const computer = startComputer();
    const tab = computer.open();
    await logIn(computer, tab);
    await logIn(computer, tab);
    await vi.waitFor(() => {
      const revoked = computer.instance.calls.filter(({ path }) => path === "/oauth/revoke");
      expect(revoked.map(({ form }) => form.get("token"))).toEqual(["refresh-1"]);
    });
  });

  it("is separate for each client and server", async () => {
    const computer = startComputer();
    await logIn(computer, computer.open());
    expect(computer.open({ clientId: "client_other" }).client.isAuthenticated()).toBe(false);
    expect(computer.open({ server: "https://other.example" }).client.isAuthenticated()).toBe(false);
    expect(computer.open({ server: "https://records.example/" }).client.isAuthenticated()).toBe(true);
  });
});

describe("an answer to a login is refused", () => {
  const begun = async () => {
    const computer = startComputer();
    const tab = computer.open();
    await tab.client.loginWithRedirect();
    return { ...computer, tab, back: new URL(computer.instance.approve(tab.url)) };
  };

  it("with another state, which leaves the one that was begun as it is", async () => {
    const { back, instance, tab } = await begun();
    const right = back.href;
    back.searchParams.set("state", "forged");
    tab.url = back.href;
    const error = await failure(tab.client.handleRedirectCallback());
    expect(error.reason).toBe("state_mismatch");
    expect(error.message).toContain("loginWithRedirect");
    expect(instance.calls).toHaveLength(0);
    expect(tab.url).toBe(app);
    tab.url = right;
    expect(await tab.client.handleRedirectCallback()).toEqual({ did });
  });

  it("has no state", async () => {
    const { back, tab } = await begun();
    back.searchParams.delete("state");
    tab.url = back.href;
    expect((await failure(tab.client.handleRedirectCallback())).reason).toBe("state_mismatch");
  });

  it("comes from another server", async () => {
    const { back, tab } = await begun();
    back.searchParams.set("iss", "https://evil.example");
    tab.url = back.href;
    const error = await failure(tab.client.handleRedirectCallback());
    expect(error.reason).toBe("state_mismatch");
    expect(error.message).toContain("https://evil.example");
  });

  it("arrives in a tab that started no login, or twice", async () => {
    const { back, open, tab } = await begun();
    const other = open();
    other.url = back.href;
    expect((await failure(other.client.handleRedirectCallback())).reason).toBe("login_missing");
    tab.url = back.href;
    await tab.client.handleRedirectCallback();
    tab.url = back.href;
    expect((await failure(tab.client.handleRedirectCallback())).reason).toBe("login_missing");
  });

  it("contains an error", async () => {
    const { back, tab } = await begun();
    back.searchParams.delete("code");
    back.searchParams.set("error", "access_denied");
    back.searchParams.set("error_description", "The user declined");
    tab.url = back.href;
    const error = await failure(tab.client.handleRedirectCallback());
    expect([error.reason, error.code, error.message]).toEqual([
      "login_refused",
      "access_denied",
      "Not logged in: The user declined"
    ]);
    expect(tab.own.size).toBe(0);
  });

  it("has a code that is no longer valid", async () => {
    const { back, tab } = await begun();
    back.searchParams.set("code", "used");
    tab.url = back.href;
    const error = await failure(tab.client.handleRedirectCallback());
    expect([error.reason, error.code]).toEqual(["login_expired", "invalid_grant"]);
    expect(tab.client.isAuthenticated()).toBe(false);
  });
});

it("createClient refuses invalid options immediately", () => {
  const { open } = startComputer();
  for (const server of ["records.example", "ftp://records.example", "https://records.example/graphql", ""]) {
    expect(() => open({ server })).toThrow(/server must be the URL of an instance/);
  }
  expect(() => open({ clientId: "" })).toThrow(/clientId is missing/);
});
