import { useSyncExternalStore } from "react";

/** The path that all pages of the settings are below. */
export const base = "/settings";

const listeners = new Set<() => void>();

const notifyListeners = (): void => {
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
};

const snapshot = (): string => window.location.pathname + window.location.search;

/** The number of navigations since the page was loaded: the heading of the first page does not take the focus. */
let navigations = 0;
window.addEventListener("popstate", () => {
  navigations++;
});
export const hasNavigated = (): boolean => navigations > 0;

/** The full path of a path below the base: `/clients` becomes `/settings/clients`. */
export const addressOf = (path: string): string => (path === "/" ? base : base + path);

/** Navigates to a page without a page load. */
export const navigate = (path: string, how: "push" | "replace" = "push"): void => {
  const url = addressOf(path);
  if (how === "replace") window.history.replaceState(null, "", url);
  else {
    window.history.pushState(null, "", url);
    window.scrollTo(0, 0);
    navigations++;
  }
  notifyListeners();
};

/** The current location: the path below the base, and the query string. */
export interface RouteLocation {
  readonly path: string;
  readonly search: URLSearchParams;
}

/** Returns the current location and follows its changes. */
export const useRouteLocation = (): RouteLocation => {
  const [pathname = "", search = ""] = useSyncExternalStore(subscribe, snapshot).split(/\?(.*)/s);
  const path = pathname.slice(base.length).replace(/\/+$/, "");
  return { path: path === "" ? "/" : path, search: new URLSearchParams(search) };
};
