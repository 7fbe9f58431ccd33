import { describe, expect, it } from "vitest";
import { loggedIn, logIn, startComputer } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";
import { did } from "./support/Instance.ts";

const ask = "{ viewer { did } }";

describe("a login whose key is lost", () => {
  it.each([0, 895_000])("has ended: nothing is sent and no new key is created (%i ms later)", async (later) => {
    const { instance, keys, pass, tab } = await loggedIn();
    pass(later);
    keys.clear();
    const error = await failure(tab.client.query(ask));
    expect(error.reason).toBe("login_expired");
    expect(error.message).toMatch(/key.*IndexedDB.*loginWithRedirect/);
    expect(tab.client.getUser()).toBeNull();
    expect([instance.calls.length, keys.size]).toEqual([0, 0]);
    expect((await failure(tab.client.query(ask))).reason).toBe("not_logged_in");
  });

  it("is deleted by a logout, which sends nothing", async () => {
    const { instance, keys, shared, tab } = await loggedIn();
    keys.clear();
    expect(await tab.client.logout()).toEqual({ revoked: false });
    expect([instance.calls.length, keys.size, shared.size]).toEqual([0, 0, 0]);
  });

  it("ends when another login starts, which has its own key", async () => {
    const { instance, keys, tab } = await loggedIn();
    keys.clear();
    await tab.client.loginWithRedirect();
    expect(tab.client.getUser()).toBeNull();
    expect((await failure(tab.client.query(ask))).reason).toBe("not_logged_in");
    expect(instance.calls).toHaveLength(0);
    tab.url = instance.approve(tab.url);
    expect(await tab.client.handleRedirectCallback()).toEqual({ did });
    expect(await tab.client.query(ask)).toEqual({ viewer: { did } });
  });
});

it("a code whose key is lost is not redeemed", async () => {
  const { instance, keys, open } = startComputer();
  const tab = open();
  await tab.client.loginWithRedirect();
  tab.url = instance.approve(tab.url);
  keys.clear();
  expect((await failure(tab.client.handleRedirectCallback())).reason).toBe("login_expired");
  expect([instance.calls.length, keys.size]).toEqual([0, 0]);
});

it("the key of a login whose tokens were cleared is used by the next login", async () => {
  const computer = await loggedIn();
  const { keys, shared, tab } = computer;
  const [before] = keys.values();
  shared.clear();
  expect(tab.client.getUser()).toBeNull();
  await logIn(computer, tab);
  expect([...keys.values()]).toEqual([before]);
  expect(await tab.client.query(ask)).toEqual({ viewer: { did } });
});

it("a key that is temporarily unreadable does not end the login", async () => {
  const { instance, open, shared } = await loggedIn();
  const refuse = () => Promise.reject(new DOMException("The connection was lost.", "InvalidStateError"));
  const { client } = open({ keyStore: { find: refuse, make: refuse, remove: refuse } });
  await client.query(ask).catch(() => undefined);
  expect(client.getUser()).toEqual({ did });
  expect(await client.logout()).toEqual({ revoked: false });
  // The next visit sends the revocation.
  expect(shared.size).toBe(1);
  expect(await open().client.logout()).toEqual({ revoked: true });
  expect(instance.tokensAlive()).toBe(0);
});
