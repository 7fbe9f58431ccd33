import { readLogin, type StoredLogin } from "./StoredLogin.ts";

/** Texts by name, in a second place. */
export interface FallbackStore {
  readonly get: (name: string) => Promise<string | null>;
  readonly set: (name: string, text: string) => Promise<unknown>;
  readonly remove: (name: string) => Promise<unknown>;
}

/** The latest tokens of a login, while the place of the login cannot store them. */
export interface FallbackTokens {
  /** What the login that is stored as `text` was renewed to; null if that is unknown. */
  readonly find: (text: string) => Promise<StoredLogin | null>;
  /** Keeps what the login that is stored as `text` was renewed to. Gives whether others can find it. */
  readonly keep: (text: string, login: StoredLogin) => Promise<boolean>;
  readonly clear: () => Promise<void>;
}

const renewedFrom = (text: string, spared: string | null): StoredLogin | null => {
  const [of = "", login = ""] = spared?.split("\n") ?? [];
  return of === text ? readLogin(login) : null;
};

/** Tokens in the memory of this page or process, and in a store that others read, if there is one. */
export const makeFallbackTokens = (name: string, store?: FallbackStore): FallbackTokens => {
  let here: string | null = null;
  return {
    find: async (text) => {
      const mine = renewedFrom(text, here);
      const theirs = renewedFrom(text, (await store?.get(name).catch(() => null)) ?? null);
      return mine !== null && theirs !== null && mine.expiresAt < theirs.expiresAt ? theirs : (mine ?? theirs);
    },
    keep: async (text, login) => {
      here = `${text}\n${JSON.stringify(login)}`;
      return (
        store === undefined ||
        store.set(name, here).then(
          () => true,
          () => false
        )
      );
    },
    clear: async () => {
      here = null;
      await store?.remove(name).catch(() => undefined);
    }
  };
};
