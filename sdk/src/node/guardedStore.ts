import { TidemarkError } from "../TidemarkError.ts";
import type { Store } from "./Store.ts";

/** Wraps the store of the app. Its failures become a `storage_unavailable` with the failure as `cause`. */
export const guardedStore = (store: Store): Store => {
  const guarded = async <A>(run: () => Promise<A>): Promise<A> => {
    try {
      return await run();
    } catch (cause) {
      throw new TidemarkError("storage_unavailable", `The store passed to createClient failed: ${cause}`, {
        cause
      });
    }
  };
  return {
    get: (name) => guarded(() => store.get(name)),
    set: (name, text, seconds) => guarded(() => store.set(name, text, seconds)),
    remove: (name) => guarded(() => store.remove(name))
  };
};
