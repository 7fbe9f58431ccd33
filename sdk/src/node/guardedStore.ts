import { TidemarkError } from "../TidemarkError.ts";
import type { Store } from "./Store.ts";

/** The store of the app, whose failures are a `storage_unavailable` with the failure as `cause`. */
export const guardedStore = (store: Store): Store => {
  const guarded = async <A>(run: () => Promise<A>): Promise<A> => {
    try {
      return await run();
    } catch (cause) {
      throw new TidemarkError("storage_unavailable", `The store that createClient was given failed: ${cause}`, {
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
