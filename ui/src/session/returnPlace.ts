import { keptInTab } from "./browserStore.ts";

const name = "tidemark.return";

/** Remembers in this tab where somebody is who leaves to sign in at their server. */
export const rememberPlace = (): void => {
  const { pathname, search } = window.location;
  keptInTab.set(name, pathname + search);
};

/** Where somebody was before they left, once. */
export const takeRememberedPlace = (): string | null => {
  const place = keptInTab.get(name);
  keptInTab.remove(name);
  return place;
};
