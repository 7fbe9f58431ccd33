import { tabStore } from "./browserStore.ts";

const name = "tidemark.return";

/** Remembers in this tab where somebody is who leaves to sign in at their server. */
export const rememberLocation = (): void => {
  const { pathname, search } = window.location;
  tabStore.set(name, pathname + search);
};

/** Where somebody was before they left, once. */
export const takeRememberedLocation = (): string | null => {
  const place = tabStore.get(name);
  tabStore.remove(name);
  return place;
};
