import { readLogin, type StoredLogin } from "./StoredLogin.ts";

/** A second storage for texts by name. */
export interface FallbackStore {
  readonly get: (name: string) => Promise<string | null>;
  readonly set: (name: string, text: string) => Promise<unknown>;
  readonly remove: (name: string) => Promise<unknown>;
}

/** The latest tokens of a login, while its storage cannot store them. */
export interface FallbackTokens {
  /** Returns the refreshed login for the one stored as `text`; null if unknown. */
  readonly find: (text: string) => Promise<StoredLogin | null>;
  /** Stores the refreshed login for the one stored as `text`. Returns whether other tabs can find it. */
  readonly store: (text: string, login: StoredLogin) => Promise<boolean>;
  readonly clear: () => Promise<void>;
}

const renewedFrom = (text: string, stored: string | null): StoredLogin | null => {
  const [of = "", login = ""] = stored?.split("\n") ?? [];
  return of === text ? readLogin(login) : null;
};

/** Holds tokens in the memory of this page or process, and in a shared store if there is one. */
export const makeFallbackTokens = (name: string, shared?: FallbackStore): FallbackTokens => {
  let here: string | null = null;
  return {
    find: async (text) => {
      const mine = renewedFrom(text, here);
      const theirs = renewedFrom(text, (await shared?.get(name).catch(() => null)) ?? null);
      return mine !== null && theirs !== null && mine.expiresAt < theirs.expiresAt ? theirs : (mine ?? theirs);
    },
    store: async (text, login) => {
      here = `${text}\n${JSON.stringify(login)}`;
      return (
        shared === undefined ||
        shared.set(name, here).then(
          () => true,
          () => false
        )
      );
    },
    clear: async () => {
      here = null;
      await shared?.remove(name).catch(() => undefined);
    }
  };
};
