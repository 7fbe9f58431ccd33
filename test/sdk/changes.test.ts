import { expect, it } from "vitest";
import type { User } from "../../sdk/src/browser/Client.ts";
import { sharedStorage } from "../../sdk/src/browser/sharedStorage.ts";
import { logIn, startComputer, type Tab, textStore } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";
import { did } from "./support/Instance.ts";

const heard = ({ client }: Tab) => {
  const news: Array<User | null> = [];
  return { news, end: client.onChange((user) => news.push(user)) };
};

it("notifies this tab and the others of the logged-in user, once per change", async () => {
  const computer = startComputer();
  const [one, two] = [computer.open(), computer.open()];
  const here = heard(one);
  const there = heard(two);
  await logIn(computer, one);
  for (const { news } of [here, there]) expect(news).toEqual([{ did }]);
  await two.client.logout();
  for (const { news } of [here, there]) expect(news).toEqual([{ did }, null]);
});

it("does not notify of a refresh, but of a login that has ended", async () => {
  const computer = startComputer();
  const [one, two] = [computer.open(), computer.open()];
  await logIn(computer, one);
  const { news } = heard(two);
  computer.pass(computer.instance.trouble.life * 1000);
  await one.client.query("{ viewer { did } }");
  expect(computer.instance.calls.filter(({ form }) => form.get("grant_type") === "refresh_token")).toHaveLength(1);
  expect(news).toEqual([]);
  computer.instance.revokeAll();
  expect((await failure(one.client.query("{ viewer { did } }"))).reason).toBe("login_expired");
  expect(news).toEqual([null]);
});

it("does not notify listeners that were removed", async () => {
  const computer = startComputer();
  const tab = computer.open();
  const { end, news } = heard(tab);
  end();
  end();
  await logIn(computer, tab);
  expect(news).toEqual([]);
});

it("notices changes by other tabs and by this page, and when the page is restored from the cache", () => {
  const target = new EventTarget();
  const { addEventListener, dispatchEvent, removeEventListener } = target;
  const page = { addEventListener, dispatchEvent, removeEventListener };
  const before = Object.fromEntries(Object.keys(page).map((name) => [name, Reflect.get(globalThis, name)]));
  for (const [name, method] of Object.entries(page)) Reflect.set(globalThis, name, method.bind(target));
  try {
    const store = sharedStorage(textStore(new Map()));
    let changes = 0;
    const end = store.watch(() => changes++);
    store.set("a", "1");
    store.remove("a");
    for (const name of ["storage", "pageshow", "focus"]) target.dispatchEvent(new Event(name));
    expect(changes).toBe(4);
    end();
    store.set("a", "2");
    expect(changes).toBe(4);
  } finally {
    Object.assign(globalThis, before);
  }
});
