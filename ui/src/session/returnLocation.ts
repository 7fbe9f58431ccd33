import { tabStore } from "./browserStore.ts";

const name = "tidemark.return";

/** Remembers the current location in this tab, before the browser leaves to sign in at an account's server. */
export const rememberLocation = (): void => {
  const { pathname, search } = window.location;
  tabStore.set(name, pathname + search);
};

/** Returns the remembered location, once. */
export const takeRememberedLocation = (): string | null => {
  const location = tabStore.get(name);
  tabStore.remove(name);
  return location;
};
