import type { FallbackStore } from "../session/FallbackTokens.ts";
import type { Database } from "./Database.ts";

/** Stores texts in IndexedDB, which has space when `localStorage` has none. */
export const fallbackIndexedDb = (database: Database): FallbackStore => ({
  get: async (name) => {
    const found = await database.get(name);
    return typeof found === "string" ? found : null;
  },
  set: database.put,
  remove: database.remove
});
