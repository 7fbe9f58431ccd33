import { storageUnavailable } from "./storageUnavailable.ts";

/** Stores values by name in IndexedDB. */
export interface Database {
  readonly get: (name: string) => Promise<unknown>;
  /** Fails if a value of that name exists. */
  readonly add: (name: string, value: unknown) => Promise<unknown>;
  readonly put: (name: string, value: unknown) => Promise<unknown>;
  readonly remove: (name: string) => Promise<unknown>;
}

const open = (indexedDB: IDBFactory): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open("tidemark", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

/** A value is stored once its transaction completes, not when its request succeeds: the disk may be full. */
const completed = <A>(transaction: IDBTransaction, request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });

/** Opens the database of the SDK. Every failure is a `storage_unavailable`. */
export const openDatabase = (indexedDB: () => IDBFactory): Database => {
  const once = async <A>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<A>): Promise<A> => {
    const database = await open(indexedDB());
    try {
      const transaction = database.transaction("keys", mode);
      return await completed(transaction, use(transaction.objectStore("keys")));
    } finally {
      database.close();
    }
  };
  /** Browsers lose connections, such as when a tab was suspended, so every operation is tried twice. */
  const run: typeof once = (mode, use) =>
    once(mode, use)
      .catch(() => once(mode, use))
      .catch((cause: unknown) => {
        throw storageUnavailable(cause);
      });
  return {
    get: (name) => run("readonly", (store) => store.get(name)),
    add: (name, value) => run("readwrite", (store) => store.add(value, name)),
    put: (name, value) => run("readwrite", (store) => store.put(value, name)),
    remove: (name) => run("readwrite", (store) => store.delete(name))
  };
};
