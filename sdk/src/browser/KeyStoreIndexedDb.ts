import { type DpopKey, generateDpopKey } from "../oauth/DpopKey.ts";
import type { KeyStore } from "./Surroundings.ts";
import { storageUnavailable } from "./storageUnavailable.ts";

const settled = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const open = async (indexedDB: IDBFactory): Promise<IDBDatabase> => {
  const opening = indexedDB.open("tidemark", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
  return settled(opening);
};

/** Keys in IndexedDB, which can hold one that no script can read. Every way to be refused there is the same error. */
export const keyStoreIndexedDb = (indexedDB: () => IDBFactory): KeyStore => {
  const inStore = async <A>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<A>): Promise<A> => {
    try {
      const database = await open(indexedDB());
      try {
        return await settled(use(database.transaction("keys", mode).objectStore("keys")));
      } finally {
        database.close();
      }
    } catch (cause) {
      throw storageUnavailable(cause);
    }
  };
  const find = (name: string): Promise<DpopKey | undefined> => inStore("readonly", (store) => store.get(name));
  return {
    get: async (name) => {
      const found = await find(name);
      if (found !== undefined) return found;
      const made = await generateDpopKey();
      // Another tab may have been faster: then `add` fails, and its key is the one.
      return inStore("readwrite", (store) => store.add(made, name)).then(
        () => made,
        async (error: unknown) => {
          const kept = await find(name);
          if (kept === undefined) throw error;
          return kept;
        }
      );
    },
    remove: async (name) => {
      await inStore("readwrite", (store) => store.delete(name));
    }
  };
};
