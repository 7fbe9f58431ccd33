import { hasMembers } from "../hasMembers.ts";
import { type DpopKey, generateDpopKey } from "../oauth/DpopKey.ts";
import type { KeyStore } from "./BrowserEnvironment.ts";
import type { Database } from "./Database.ts";

const isKey = (value: unknown): value is DpopKey => hasMembers(value, "privateKey", "publicKey");

/** Stores keys in IndexedDB, which can hold non-extractable keys. */
export const keyStoreIndexedDb = (database: Database): KeyStore => {
  const find = async (name: string): Promise<DpopKey | null> => {
    const found = await database.get(name);
    return isKey(found) ? found : null;
  };
  return {
    find,
    make: async (name) => {
      const created = await generateDpopKey();
      try {
        await database.add(name, created);
        return created;
      } catch (error) {
        const existing = await find(name);
        if (existing === null) throw error;
        return existing;
      }
    },
    remove: database.remove
  };
};
