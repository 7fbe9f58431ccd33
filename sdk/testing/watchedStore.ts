import { makeListeners } from "../src/Listeners.ts";
import { memoryStore, type Store } from "../src/node/Store.ts";

/** A store that notifies listeners when an entry is removed. */
export interface WatchedStore extends Store {
  readonly onRemoval: (listener: () => void) => () => void;
}

export const watchedStore = (): WatchedStore => {
  const store = memoryStore();
  const listeners = makeListeners();
  return {
    ...store,
    remove: async (name) => {
      await store.remove(name);
      listeners.notify();
    },
    onRemoval: listeners.add
  };
};
