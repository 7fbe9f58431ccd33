const name = "tidemark.return";

/** Remembers in this tab where somebody is who leaves to sign in at their server. */
export const rememberPlace = (): void => {
  const { pathname, search } = window.location;
  window.sessionStorage.setItem(name, pathname + search);
};

/** Where somebody was before they left, once. */
export const takeRememberedPlace = (): string | null => {
  const place = window.sessionStorage.getItem(name);
  window.sessionStorage.removeItem(name);
  return place;
};
