import { describe, expect, it } from "vitest";
import { generateDpopKey } from "../../sdk/src/oauth/DpopKey.ts";
import { loggedIn, logIn, memoryKeys, paths, startComputer } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";
import { did } from "./support/Instance.ts";

const ask = "{ viewer { did } }";

describe("tokens", () => {
  it("are used with a proof for each request, and not refreshed while they are valid", async () => {
    const computer = await loggedIn();
    expect(await computer.tab.client.query(ask)).toEqual({ viewer: { did } });
    computer.pass(800_000);
    await computer.tab.client.query(ask);
    expect(paths(computer)).toEqual(["/graphql", "/graphql"]);
    expect(computer.instance.calls[0]?.headers.get("authorization")).toMatch(/^DPoP access-/);
  });

  it("are refreshed shortly before they expire, once for all tabs and concurrent requests", async () => {
    const computer = await loggedIn();
    const other = computer.open();
    computer.pass(880_000);
    const all = [computer.tab, other, computer.tab, other].map(({ client }) => client.query(ask));
    await Promise.all(all);
    expect(paths(computer).filter((path) => path === "/oauth/token")).toHaveLength(1);
    expect(paths(computer).filter((path) => path === "/graphql")).toHaveLength(4);
  });

  it("are not refreshed on every request if their lifetime is shorter than the margin", async () => {
    const computer = startComputer();
    computer.instance.trouble.life = 20;
    const tab = computer.open();
    await logIn(computer, tab);
    await tab.client.query(ask);
    expect(paths(computer)).toEqual(["/oauth/token", "/graphql"]);
  });

  it("are refreshed once if the server refuses them, and the request is sent again", async () => {
    const computer = await loggedIn();
    const before = [...computer.shared.values()][0] ?? "";
    computer.shared.set([...computer.shared.keys()][0] ?? "", before.replace(/access-\d+/, "access-gone"));
    expect(await computer.tab.client.query(ask)).toEqual({ viewer: { did } });
    expect(paths(computer)).toEqual(["/graphql", "/oauth/token", "/graphql"]);
  });

  it("are used while they are valid if they cannot be refreshed, but not after", async () => {
    const computer = await loggedIn();
    computer.pass(871_000);
    computer.instance.trouble.unreachable = 5;
    expect(await computer.tab.client.query(ask)).toEqual({ viewer: { did } });
    computer.pass(60_000);
    computer.instance.trouble.unreachable = 5;
    expect((await failure(computer.tab.client.query(ask))).reason).toBe("unreachable");
    expect(computer.tab.client.isAuthenticated()).toBe(true);
    expect(await computer.tab.client.query(ask)).toEqual({ viewer: { did } });
  });

  it("are requested again within the server's 30 seconds if the response was lost", async () => {
    const computer = await loggedIn();
    computer.pass(895_000);
    computer.instance.trouble.lostAnswers = 3;
    expect(await computer.tab.client.query(ask)).toEqual({ viewer: { did } });
    const used = computer.instance.calls.map(({ form }) => form.get("refresh_token"));
    expect(used.slice(0, 4)).toEqual(["refresh-1", "refresh-1", "refresh-1", "refresh-1"]);
    expect(computer.instance.tokensAlive()).toBe(2);
  });

  it("are never requested again after that, however slowly the server refuses", async () => {
    const computer = await loggedIn();
    computer.pass(895_000);
    computer.instance.trouble.busy = 50;
    const begun: Array<number> = [];
    computer.instance.trouble.meanwhile = () => {
      begun.push(computer.now());
      computer.pass(9000);
    };
    await failure(computer.tab.client.query(ask));
    expect(begun.length).toBeGreaterThan(1);
    expect((begun.at(-1) ?? 0) - (begun[0] ?? 0)).toBeLessThanOrEqual(25_000);
  });

  it("end with an error that says to log in again, and are deleted", async () => {
    const computer = await loggedIn();
    computer.instance.revokeAll();
    const error = await failure(computer.tab.client.query(ask));
    expect(error.reason).toBe("login_expired");
    expect(error.message).toContain("loginWithRedirect");
    expect(computer.tab.client.getUser()).toBeNull();
  });

  it("end with the reason when they cannot be refreshed", async () => {
    const computer = await loggedIn();
    computer.instance.trouble.endReason = "revoked-by-admin";
    computer.instance.revokeAll();
    const error = await failure(computer.tab.client.query(ask));
    expect([error.reason, error.endReason]).toEqual(["login_expired", "revoked-by-admin"]);
    expect(error.endMessage).toBe("An administrator ended it.");
    expect(error.message).toBe("The login has ended. An administrator ended it. Call loginWithRedirect again.");
  });

  it("end when the PDS ended the session", async () => {
    const computer = await loggedIn();
    const extensions = {
      code: "UNAUTHENTICATED",
      reason: "reauthenticate",
      cause: "refused-by-pds",
      endMessage: "It ended."
    };
    const errors = [{ message: "Sign in again.", extensions }];
    computer.instance.trouble.graphql = () => ({ data: null, errors });
    const error = await failure(computer.tab.client.mutate("mutation { x }"));
    expect([error.reason, error.code, error.endReason]).toEqual(["login_expired", "UNAUTHENTICATED", "refused-by-pds"]);
    expect(error.endMessage).toBe("It ended.");
    expect(computer.tab.client.isAuthenticated()).toBe(false);
  });
});

describe("proofs", () => {
  it("contain the nonce that the server requires, at both kinds of endpoints and for concurrent requests", async () => {
    const computer = startComputer();
    computer.instance.trouble.nonce = "first";
    const tab = computer.open();
    await logIn(computer, tab);
    computer.instance.trouble.nonce = "second";
    await Promise.all([tab.client.query(ask), tab.client.query(ask)]);
    const [unknown, known, ...asked] = computer.instance.calls.map(({ path, proof }) => `${path} ${proof?.nonce}`);
    expect([unknown, known]).toEqual(["/oauth/token undefined", "/oauth/token first"]);
    // The later request may have learned the second nonce from the other.
    expect(asked[0]).toBe("/graphql first");
    expect(asked.filter((call) => call === "/graphql second")).toHaveLength(2);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  for (const ahead of [-3_600_000, 3_600_000]) {
    it(`contain the server's time if the local clock is ${ahead} ms off`, async () => {
      const computer = startComputer();
      computer.instance.trouble.ahead = ahead;
      const tab = computer.open();
      await logIn(computer, tab);
      await tab.client.query(ask);
      // Another page starts with the wrong time and corrects it.
      const reloaded = computer.open();
      await Promise.all([reloaded.client.query(ask), reloaded.client.query(ask)]);
      expect(paths(computer).filter((path) => path === "/oauth/token")).toHaveLength(2);
    });
  }

  it("cause an error if they are refused permanently, not a loop or a logout", async () => {
    const computer = await loggedIn();
    computer.instance.trouble.refusesProofs = true;
    const error = await failure(computer.tab.client.query(ask));
    expect(error.reason).toBe("client_refused");
    expect(paths(computer)).toEqual(["/graphql", "/oauth/token"]);
    expect(computer.tab.client.isAuthenticated()).toBe(true);
  });

  it("signed with another key do not help with a stolen token", async () => {
    const computer = await loggedIn();
    const thief = startComputer().open();
    const [name = ""] = computer.keys.keys();
    const elsewhere = computer.open({ keyStore: memoryKeys(new Map([[name, await generateDpopKey()]])) });
    expect(thief.client.isAuthenticated()).toBe(false);
    expect((await failure(elsewhere.client.query(ask))).reason).toBe("login_expired");
  });
});
