import { type DpopKey, generateDpopKey } from "../oauth/DpopKey.ts";
import type { KeyStore } from "./BrowserEnvironment.ts";
import type { Database } from "./Database.ts";

const isKey = (value: unknown): value is DpopKey =>
  typeof value === "object" && value !== null && "privateKey" in value && "publicKey" in value;

/** Keys in IndexedDB, which can hold one that no script can read. */
export const keyStoreIndexedDb = (database: Database): KeyStore => {
  const find = async (name: string): Promise<DpopKey | null> => {
    const found = await database.get(name);
    return isKey(found) ? found : null;
  };
  return {
    find,
    make: async (name) => {
      const made = await generateDpopKey();
      try {
        await database.add(name, made);
        return made;
      } catch (error) {
        const kept = await find(name);
        if (kept === null) throw error;
        return kept;
      }
    },
    remove: database.remove
  };
};
