import { attempt } from "../attempt.ts";
import { parseJson } from "../parseJson.ts";
import type { TextStore } from "./TextStore.ts";

/** The refresh tokens of ended logins that have not been revoked at the server yet. */
export interface RevocationOutbox {
  readonly list: () => ReadonlyArray<string>;
  readonly add: (refreshToken: string) => void;
  /** Stores the tokens that there was no space for. */
  readonly save: () => void;
  readonly remove: (refreshToken: string) => void;
}

/** Creates an outbox that survives the page; while the store is full, it is in the memory of the page. */
export const makeRevocationOutbox = (store: TextStore, name: string): RevocationOutbox => {
  const unsaved = new Set<string>();
  const stored = (): ReadonlyArray<string> => {
    const tokens = parseJson(attempt(() => store.get(name), null));
    return Array.isArray(tokens) ? tokens.filter((token) => typeof token === "string") : [];
  };
  const list = () => [...new Set([...stored(), ...unsaved])];
  /** Writes the tokens. Returns whether there was space. */
  const write = (tokens: ReadonlyArray<string>): boolean =>
    attempt(() => {
      if (tokens.length === 0) store.remove(name);
      else store.set(name, JSON.stringify(tokens));
      return true;
    }, false);
  const save = () => {
    if (write(list())) unsaved.clear();
  };
  return {
    list,
    save,
    add: (refreshToken) => {
      unsaved.add(refreshToken);
      save();
    },
    remove: (refreshToken) => {
      unsaved.delete(refreshToken);
      write(stored().filter((token) => token !== refreshToken));
    }
  };
};
