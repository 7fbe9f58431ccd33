import type { DpopKey } from "../oauth/DpopKey.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { KeyStore } from "./BrowserEnvironment.ts";

/** Returns the key that a login is bound to. It is never created here: no token is bound to a new key. */
export const requireBoundKey = async (keys: KeyStore, name: string): Promise<DpopKey> => {
  const found = await keys.find(name);
  if (found !== null) return found;
  throw new TidemarkError(
    "login_expired",
    "The key of this login is no longer in IndexedDB. Call loginWithRedirect again."
  );
};
