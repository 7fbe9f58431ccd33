import { useSyncExternalStore } from "react";

/** Below it lie all addresses of these pages. */
export const base = "/settings";

const listeners = new Set<() => void>();

const announce = (): void => {
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

/** How often somebody moved within the pages: a page that opens first takes no focus. */
let moves = 0;
window.addEventListener("popstate", () => {
  moves++;
});
export const hasNavigated = (): boolean => moves > 0;

/** An address of these pages from one below their base: `/clients` is `/settings/clients`. */
export const addressOf = (path: string): string => (path === "/" ? base : base + path);

/** Goes to a page without a load. */
export const navigate = (path: string, how: "push" | "replace" = "push"): void => {
  const url = addressOf(path);
  if (how === "replace") window.history.replaceState(null, "", url);
  else {
    window.history.pushState(null, "", url);
    window.scrollTo(0, 0);
    moves++;
  }
  announce();
};

/** Where somebody is: the path below the base, and what follows the question mark. */
export interface RouteLocation {
  readonly path: string;
  readonly search: URLSearchParams;
}

/** The place in the address bar, as it changes. */
export const useRouteLocation = (): RouteLocation => {
  const [pathname = "", search = ""] = useSyncExternalStore(subscribe, snapshot).split(/\?(.*)/s);
  const path = pathname.slice(base.length).replace(/\/+$/, "");
  return { path: path === "" ? "/" : path, search: new URLSearchParams(search) };
};
