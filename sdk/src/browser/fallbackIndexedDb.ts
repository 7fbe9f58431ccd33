import type { FallbackStore } from "../session/FallbackTokens.ts";
import type { Database } from "./Database.ts";

/** Texts in IndexedDB, which has room where `localStorage` has none. */
export const fallbackIndexedDb = (database: Database): FallbackStore => ({
  get: async (name) => {
    const found = await database.get(name);
    return typeof found === "string" ? found : null;
  },
  set: database.put,
  remove: database.remove
});
