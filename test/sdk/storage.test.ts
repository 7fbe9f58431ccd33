import { expect, it } from "vitest";
import { keyStoreIndexedDb } from "../../sdk/src/browser/KeyStoreIndexedDb.ts";
import { webStorage } from "../../sdk/src/browser/webStorage.ts";
import { logIn, startComputer } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";
import { did } from "./support/Instance.ts";

/** How a browser without storage behaves: the look at `localStorage` throws already. */
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

/** A factory whose `open` fails as that of Firefox in a private window did. */
const refusing = (): IDBFactory => {
  const request = { error: new DOMException("A mutation was attempted.", "InvalidStateError") };
  const open = () => {
    queueMicrotask(() => Reflect.get(request, "onerror")());
    return request;
  };
  return Object.assign(Object.create(null), { open });
};

it("blocked site data is an error that a developer can act on, and no obstacle to public queries", async () => {
  using _ = blocked("localStorage");
  const { client } = startComputer().open({ store: webStorage("localStorage") });
  expect(client.isAuthenticated()).toBe(false);
  expect(client.getUser()).toBeNull();
  const error = await failure(client.loginWithRedirect({ handle: "alice.test" }));
  expect(error.reason).toBe("storage_unavailable");
  expect(error.message).toMatch(/private window.*publicQuery/);
  expect(await client.publicQuery("{ viewer { did } }")).toEqual({ viewer: { did } });
});

it("no IndexedDB is the same error, before the page is left", async () => {
  for (const factory of [
    refusing,
    () => {
      throw new DOMException("denied", "SecurityError");
    }
  ]) {
    const tab = startComputer().open({ keyStore: keyStoreIndexedDb(factory) });
    const before = tab.url;
    const error = await failure(tab.client.loginWithRedirect({ handle: "alice.test" }));
    expect(error.reason).toBe("storage_unavailable");
    expect(error.cause).toBeInstanceOf(DOMException);
    expect(tab.url).toBe(before);
  }
});

it("what somebody else put into the storage is nobody's login", async () => {
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
