import { describe, expect, it, vi } from "vitest";
import { storageUnavailable } from "../../sdk/src/browser/storageUnavailable.ts";
import { loggedIn, logIn, paths, startComputer, textStore } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";

const ask = "{ viewer { did } }";

describe("logout", () => {
  it("revokes, and leaves neither tokens nor key", async () => {
    const computer = await loggedIn();
    expect(await computer.tab.client.logout()).toEqual({ revoked: true });
    expect(paths(computer)).toEqual(["/oauth/revoke"]);
    expect(computer.instance.calls[0]?.form.get("token")).toBe("refresh-1");
    expect([computer.shared.size, computer.keys.size, computer.instance.tokensAlive()]).toEqual([0, 0, 0]);
  });

  it("deletes the login immediately, and reports when the server cannot be notified", async () => {
    const computer = await loggedIn();
    computer.instance.trouble.unreachable = 50;
    const leaving = computer.tab.client.logout();
    expect(computer.tab.client.isAuthenticated()).toBe(false);
    expect(await leaving).toEqual({ revoked: false });
    expect(computer.tab.client.isAuthenticated()).toBe(false);
  });

  it("does nothing if nobody is logged in", async () => {
    const computer = startComputer();
    expect(await computer.open().client.logout()).toEqual({ revoked: true });
    expect(computer.instance.calls).toHaveLength(0);
  });

  it("wins over a concurrent refresh in another tab, whose tokens are revoked", async () => {
    const computer = await loggedIn();
    const other = computer.open();
    computer.pass(895_000);
    let leaving: Promise<unknown> | undefined;
    computer.instance.trouble.meanwhile = () => {
      leaving ??= computer.tab.client.logout();
    };
    expect((await failure(other.client.query(ask))).reason).toBe("not_logged_in");
    await leaving;
    expect([computer.shared.size, computer.instance.tokensAlive()]).toEqual([0, 0]);
    expect(computer.instance.calls[1]?.form.get("token")).toBe("refresh-2");
  });

  it("is sent once for all callers, including a listener that calls it", async () => {
    const computer = await loggedIn();
    const { client } = computer.tab;
    expect(await Promise.all([client.logout(), client.logout()])).toEqual([{ revoked: true }, { revoked: true }]);
    expect(paths(computer)).toEqual(["/oauth/revoke"]);

    await logIn(computer, computer.tab);
    computer.instance.calls.length = 0;
    const heard: Array<Promise<unknown>> = [];
    client.onChange(() => heard.push(client.logout()));
    expect(await client.logout()).toEqual({ revoked: true });
    expect(await Promise.all(heard)).toEqual([{ revoked: true }]);
    expect(paths(computer)).toEqual(["/oauth/revoke"]);
    expect([computer.shared.size, computer.keys.size, computer.instance.tokensAlive()]).toEqual([0, 0, 0]);
  });

  it("is sent once for all tabs, and for all clients of a page", async () => {
    const computer = await loggedIn();
    const others = [computer.open(), computer.open()];
    for (const { client } of others) client.onChange(() => void client.logout());
    const all = await Promise.all([computer.tab, ...others].map(({ client }) => client.logout()));
    expect(all).toEqual([{ revoked: true }, { revoked: true }, { revoked: true }]);
    expect(paths(computer)).toEqual(["/oauth/revoke"]);
    expect([computer.shared.size, computer.keys.size]).toEqual([0, 0]);
  });

  it("uses the key that the token is bound to, whatever happens in the meantime", async () => {
    const computer = await loggedIn();
    const keys = new Set<string | undefined>();
    computer.instance.trouble.meanwhile = ({ proof }) => void keys.add(proof?.jkt);
    await computer.tab.client.query(ask);
    await Promise.all([computer.tab.client.logout(), computer.open().client.logout()]);
    expect(keys.size).toBe(1);
  });

  it("is sent later, when the browser is online again and on the next visit, if it could not be sent", async () => {
    for (const again of ["online", "visit"]) {
      const computer = await loggedIn();
      computer.instance.trouble.unreachable = 50;
      expect(await computer.tab.client.logout()).toEqual({ revoked: false });
      computer.instance.trouble.unreachable = 0;
      if (again === "online") computer.goOnline();
      else expect(await computer.open().client.handleRedirectCallback()).toBeNull();
      await vi.waitFor(() => expect(computer.keys.size).toBe(0));
      expect(paths(computer)).toEqual(["/oauth/revoke"]);
      expect(computer.instance.calls[0]?.form.get("token")).toBe("refresh-1");
      expect([computer.shared.size, computer.instance.tokensAlive()]).toEqual([0, 0]);
    }
  });

  it("is sent on the next visit if the page was closed in the meantime", async () => {
    const computer = await loggedIn();
    const closed = computer.open({ exclusively: () => () => new Promise(() => {}) });
    void closed.client.logout();
    expect(computer.open().client.getUser()).toBeNull();
    await computer.open().client.handleRedirectCallback();
    await vi.waitFor(() => expect(computer.keys.size).toBe(0));
    expect([computer.shared.size, computer.instance.tokensAlive()]).toEqual([0, 0]);
  });

  it("is not repeated forever if the server refuses it", async () => {
    const computer = await loggedIn();
    computer.instance.trouble.refusesProofs = true;
    expect(await computer.tab.client.logout()).toEqual({ revoked: false });
    expect([computer.shared.size, computer.keys.size]).toEqual([0, 0]);
  });

  it("is remembered by the page if the disk is full", async () => {
    const computer = await loggedIn();
    const { remove, get } = textStore(computer.shared);
    const full = () => {
      throw storageUnavailable(new DOMException("full", "QuotaExceededError"));
    };
    const { client } = computer.open({ store: { get, remove, set: full } });
    computer.instance.trouble.unreachable = 50;
    expect(await client.logout()).toEqual({ revoked: false });
    computer.instance.trouble.unreachable = 0;
    expect(await client.logout()).toEqual({ revoked: true });
    expect([computer.shared.size, computer.keys.size, computer.instance.tokensAlive()]).toEqual([0, 0, 0]);
  });

  it("keeps the key for a login that another tab has started", async () => {
    const computer = await loggedIn();
    const other = computer.open();
    await other.client.loginWithRedirect();
    expect(await computer.tab.client.logout()).toEqual({ revoked: true });
    other.url = computer.instance.approve(other.url);
    await other.client.handleRedirectCallback();
    expect(other.client.isAuthenticated()).toBe(true);
    await other.client.query(ask);
    await other.client.logout();
    expect([computer.shared.size, computer.keys.size]).toEqual([0, 0]);
  });

  it("removes the key of a login that was started but not completed, after an hour", async () => {
    const computer = await loggedIn();
    await computer.open().client.loginWithRedirect();
    computer.pass(3_600_000);
    await computer.tab.client.logout();
    expect(computer.keys.size).toBe(0);
  });
});
