import { describe, expect, it } from "vitest";
import { exclusivelyByStorage } from "../../sdk/src/browser/exclusivelyByStorage.ts";
import { storageUnavailable } from "../../sdk/src/browser/storageUnavailable.ts";
import type { FallbackStore } from "../../sdk/src/session/FallbackTokens.ts";
import { logIn, startComputer, textStore } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";
import { did } from "./support/Instance.ts";

const ask = "{ viewer { did } }";
const viewer = { viewer: { did } };
const refuse = () => {
  throw storageUnavailable(new DOMException("full", "QuotaExceededError"));
};

/** A logged-in user on a disk that is full from then on; `takes` decides which texts still fit. */
const onFullDisk = async (takes: (text: string, before: string) => boolean = () => false) => {
  const computer = startComputer();
  const plain = textStore(computer.shared);
  const disk = { isFull: false };
  const set = (name: string, text: string) => {
    if (disk.isFull && !takes(text, computer.shared.get(name) ?? "")) refuse();
    plain.set(name, text);
  };
  const open = (more: { readonly fallback?: FallbackStore } = {}) =>
    computer.open({ store: { ...plain, set }, ...more });
  const tab = open();
  await logIn(computer, tab);
  disk.isFull = true;
  computer.pass(895_000);
  computer.instance.calls.length = 0;
  const used = () =>
    computer.instance.calls.flatMap(({ form }) => (form.has("refresh_token") ? [form.get("refresh_token")] : []));
  return { ...computer, disk, open, tab, used };
};

const failingFallback: FallbackStore = {
  get: async () => refuse(),
  set: async () => refuse(),
  remove: async () => refuse()
};

describe("a refresh on a full disk", () => {
  it("logs nobody out, in any tab, and uses each refresh token once", async () => {
    const { open, pass, tab, used } = await onFullDisk();
    for (let renewals = 0; renewals < 3; renewals++) {
      for (const { client } of [tab, open(), tab]) {
        expect(await client.query(ask)).toEqual(viewer);
        expect(client.getUser()).toEqual({ did });
      }
      pass(895_000);
    }
    expect(used()).toEqual(["refresh-1", "refresh-2", "refresh-3"]);
  });

  it("is stored when there is space again", async () => {
    const { disk, open, pass, shared, tab, used } = await onFullDisk();
    await tab.client.query(ask);
    disk.isFull = false;
    await tab.client.query(ask);
    expect([...shared.values()].join()).toContain("refresh-2");
    pass(895_000);
    expect(await open({ fallback: failingFallback }).client.query(ask)).toEqual(viewer);
    expect(used()).toEqual(["refresh-1", "refresh-2"]);
  });

  it("stays in the memory of the page if IndexedDB refuses it, too", async () => {
    const { instance, open, pass, used } = await onFullDisk();
    const { client } = open({ fallback: failingFallback });
    for (let renewals = 0; renewals < 3; renewals++) {
      expect(await client.query(ask)).toEqual(viewer);
      pass(895_000);
    }
    expect(used()).toEqual(["refresh-1", "refresh-2", "refresh-3"]);
    expect(await client.logout()).toEqual({ revoked: true });
    expect(instance.tokensAlive()).toBe(0);
  });
});

describe("when only shorter texts than before fit", () => {
  const shorter = () => onFullDisk((text, before) => text.length < before.length);

  it("no other tab uses the old refresh token, and the error says why", async () => {
    const { disk, instance, open, pass, tab, used } = await shorter();
    const [one, other] = [open({ fallback: failingFallback }), open({ fallback: failingFallback })];
    expect(await one.client.query(ask)).toEqual(viewer);
    pass(60_000);
    const error = await failure(other.client.query(ask));
    expect(error.reason).toBe("storage_unavailable");
    expect(error.message).toMatch(/Free some space.*loginWithRedirect/);
    expect(other.client.getUser()).toEqual({ did });
    expect(await one.client.query(ask)).toEqual(viewer);

    disk.isFull = false;
    expect(await one.client.query(ask)).toEqual(viewer);
    for (const { client } of [other, tab]) expect(await client.query(ask)).toEqual(viewer);
    expect(used()).toEqual(["refresh-1"]);
    expect(instance.tokensAlive()).toBeGreaterThan(0);
  });

  it("a logout in another tab still ends the login", async () => {
    const { instance, open, pass } = await shorter();
    await open({ fallback: failingFallback }).client.query(ask);
    pass(60_000);
    expect(await open({ fallback: failingFallback }).client.logout()).toEqual({ revoked: true });
    expect(instance.tokensAlive()).toBe(0);
  });
});

it("tokens that could not be stored are not used by the next login", async () => {
  const { disk, instance, open, shared, tab } = await onFullDisk();
  const other = open();
  await tab.client.query(ask);
  await other.client.logout();
  disk.isFull = false;
  await logIn({ ...startComputer(), instance }, other);
  await tab.client.query(ask);
  expect(instance.calls.at(-1)?.headers.get("authorization")).toBe(
    `DPoP ${JSON.parse([...shared.values()][0] ?? "{}").accessToken}`
  );
});

it("a login that cannot be stored is revoked at the server, and the error says why", async () => {
  const computer = startComputer();
  const plain = textStore(computer.shared);
  let isFull = false;
  const set = (name: string, text: string) => (isFull ? refuse() : plain.set(name, text));
  const tab = computer.open({ store: { ...plain, set } });
  await tab.client.loginWithRedirect();
  tab.url = computer.instance.approve(tab.url);
  isFull = true;
  expect((await failure(tab.client.handleRedirectCallback())).reason).toBe("storage_unavailable");
  expect(tab.client.getUser()).toBeNull();
  expect(computer.instance.tokensAlive()).toBe(0);
});

it("a lock that cannot be stored is skipped", async () => {
  const platform = { fetch, now: Date.now, wait: async () => {} };
  const run = exclusivelyByStorage(platform, { get: () => null, set: refuse, remove: refuse }, "lock");
  expect(await run(async () => "ran")).toBe("ran");
  const unreadable = exclusivelyByStorage(platform, { get: refuse, set: refuse, remove: refuse }, "lock");
  expect(await unreadable(async () => "ran")).toBe("ran");
});
