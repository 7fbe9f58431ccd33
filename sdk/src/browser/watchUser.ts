import type { SharedStore } from "./BrowserEnvironment.ts";
import type { User } from "./Client.ts";

/** Tells who is logged in, whenever it is somebody else than before; a renewal of tokens is no news. */
export const watchUser = (shared: SharedStore, getUser: () => User | null, listener: (user: User | null) => void) => {
  let known = getUser()?.did;
  return shared.watch(() => {
    const user = getUser();
    if (user?.did === known) return;
    known = user?.did;
    listener(user);
  });
};
