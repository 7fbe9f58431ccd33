import type { SharedStore } from "./BrowserEnvironment.ts";
import type { User } from "./Client.ts";

/** Calls `listener` when the logged-in user changes, but not when tokens are refreshed. */
export const watchUser = (shared: SharedStore, getUser: () => User | null, listener: (user: User | null) => void) => {
  let known = getUser()?.did;
  return shared.watch(() => {
    const user = getUser();
    if (user?.did === known) return;
    known = user?.did;
    listener(user);
  });
};
