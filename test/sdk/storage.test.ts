import { expect, it } from "vitest";
import { openDatabase } from "../../sdk/src/browser/Database.ts";
import { keyStoreIndexedDb } from "../../sdk/src/browser/KeyStoreIndexedDb.ts";
import { storageUnavailable } from "../../sdk/src/browser/storageUnavailable.ts";
import { webStorage } from "../../sdk/src/browser/webStorage.ts";
import { app, logIn, startComputer, textStore } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";
import { makeIndexedDb } from "./support/IndexedDb.ts";
import { did } from "./support/Instance.ts";

/** A browser without storage: even access to `localStorage` throws. */
const blocked = (kind: "localStorage" | "sessionStorage") => {
  const before = Object.getOwnPropertyDescriptor(globalThis, kind);
  Object.defineProperty(globalThis, kind, {
    configurable: true,
    get: () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    }
  });
  return {
    [Symbol.dispose]: () => {
      if (before === undefined) Reflect.deleteProperty(globalThis, kind);
      else Object.defineProperty(globalThis, kind, before);
    }
  };
};

it("reports blocked site data with a helpful error, and public queries still work", async () => {
  using _ = blocked("localStorage");
  const { client } = startComputer().open({ store: webStorage("localStorage") });
  expect(client.isAuthenticated()).toBe(false);
  expect(client.getUser()).toBeNull();
  const error = await failure(client.loginWithRedirect({ handle: "alice.test" }));
  expect(error.reason).toBe("storage_unavailable");
  expect(error.message).toMatch(/private window.*publicQuery/);
  expect(await client.publicQuery("{ viewer { did } }")).toEqual({ viewer: { did } });
});

it("reports missing IndexedDB with the same error, before the page is left", async () => {
  const factories = [
    makeIndexedDb({ opens: Number.POSITIVE_INFINITY }).factory,
    () => {
      throw new DOMException("denied", "SecurityError");
    }
  ];
  for (const factory of factories) {
    const tab = startComputer().open({ keyStore: keyStoreIndexedDb(openDatabase(factory)) });
    const before = tab.url;
    const error = await failure(tab.client.loginWithRedirect({ handle: "alice.test" }));
    expect(error.reason).toBe("storage_unavailable");
    expect(error.message).toContain(String(error.cause));
    expect(error.cause).toBeInstanceOf(DOMException);
    expect(tab.url).toBe(before);
  }
});

it.each(["opens", "transactions", "commits"] as const)(
  "one failure of %s in IndexedDB is not noticed",
  async (what) => {
    const computer = startComputer();
    const indexedDb = makeIndexedDb({});
    const tab = computer.open({ keyStore: keyStoreIndexedDb(openDatabase(indexedDb.factory)) });
    indexedDb.failing[what] = 1;
    await logIn(computer, tab);
    indexedDb.failing[what] = 1;
    expect(await tab.client.query("{ viewer { did } }")).toEqual({ viewer: { did } });
    indexedDb.failing[what] = 1;
    expect(await tab.client.logout()).toEqual({ revoked: true });
    expect(indexedDb.kept.size).toBe(0);
  }
);

it("notices before the page is left that a key could not be stored", async () => {
  const indexedDb = makeIndexedDb({});
  const tab = startComputer().open({ keyStore: keyStoreIndexedDb(openDatabase(indexedDb.factory)) });
  const before = tab.url;
  indexedDb.failing.commits = Number.POSITIVE_INFINITY;
  expect((await failure(tab.client.loginWithRedirect())).reason).toBe("storage_unavailable");
  expect(tab.url).toBe(before);
});

it("notices before the page is left that there is no space for a login", async () => {
  const computer = startComputer();
  const set = () => {
    throw storageUnavailable(new DOMException("full", "QuotaExceededError"));
  };
  const tab = computer.open({ store: { ...textStore(computer.shared), set } });
  expect((await failure(tab.client.loginWithRedirect())).reason).toBe("storage_unavailable");
  expect(tab.url).toBe(app);
});

it("ignores foreign data in the storage", async () => {
  const computer = startComputer();
  const tab = computer.open();
  await logIn(computer, tab);
  const [name = ""] = computer.shared.keys();
  for (const text of ["{", "null", "[]", '{"did":"did:plc:x"}', '"text"']) {
    computer.shared.set(name, text);
    expect(tab.client.isAuthenticated()).toBe(false);
    expect((await failure(tab.client.query("{ x }"))).reason).toBe("not_logged_in");
  }
});
