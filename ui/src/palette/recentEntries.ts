import { persistentStore } from "../session/browserStore.ts";
import type { Entry } from "./Entry.ts";

const name = "tidemark.recent";

const most = 6;

const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" &&
  value !== null &&
  ["to", "name", "icon"].every((member) => typeof Reflect.get(value, member) === "string");

/** The entries that were chosen last in this browser, the latest first. */
export const readRecent = (): ReadonlyArray<Entry> => {
  try {
    const stored: unknown = JSON.parse(persistentStore.get(name) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isEntry).slice(0, most) : [];
  } catch {
    return [];
  }
};

/** Stores that an entry was chosen. */
export const rememberEntry = (entry: Entry): void => {
  const others = readRecent().filter(({ to }) => to !== entry.to);
  persistentStore.set(name, JSON.stringify([entry, ...others].slice(0, most)));
};

/** Forgets the chosen entries, which name accounts and apps. */
export const forgetRecent = (): void => persistentStore.remove(name);
