import type { TextStore } from "../session/TextStore.ts";
import { storageUnavailable } from "./storageUnavailable.ts";

/** Wraps `localStorage` or `sessionStorage`, which throw on access if the browser blocks them. */
export const webStorage = (kind: "localStorage" | "sessionStorage"): TextStore => {
  const guarded = <A>(use: (storage: Storage) => A): A => {
    try {
      return use(globalThis[kind]);
    } catch (cause) {
      throw storageUnavailable(cause);
    }
  };
  return {
    get: (name) => guarded((storage) => storage.getItem(name)),
    set: (name, text) => guarded((storage) => storage.setItem(name, text)),
    remove: (name) => guarded((storage) => storage.removeItem(name))
  };
};
