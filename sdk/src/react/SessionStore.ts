import type { Client, User } from "../browser/Client.ts";
import { makeListeners } from "../Listeners.ts";
import type { TidemarkError } from "../TidemarkError.ts";
import { isTidemarkError } from "./isTidemarkError.ts";

/** Who is logged in. */
export type SessionState =
  /** Not known yet: on a server, in the first render, and while a login is taken up. */
  | { readonly status: "loading" }
  | { readonly status: "loggedOut" }
  /** `error` is why an attempt to log in as somebody else came to nothing. */
  | { readonly status: "loggedIn"; readonly user: User; readonly error: TidemarkError | null }
  /** Nobody is logged in, and why: the login was refused or forged, it has expired, or the browser keeps nothing. */
  | { readonly status: "failed"; readonly error: TidemarkError };

/** The session of one client, for all components that ask. */
export interface SessionStore {
  readonly get: () => SessionState;
  /** The first one to subscribe lets the login be taken up that the page was opened with. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes note of why something failed that has to do with the login; whether it has. */
  readonly fail: (error: unknown) => boolean;
}

/** A session of which nothing is known yet. */
export const loading = { status: "loading" } as const satisfies SessionState;

export const makeSessionStore = (client: Client): SessionStore => {
  const listeners = makeListeners();
  let state: SessionState = loading;
  let isStarted = false;
  let unwatch: (() => void) | undefined;

  const setState = (error: TidemarkError | null) => {
    const user = client.getUser();
    if (user !== null) state = { status: "loggedIn", user, error };
    else state = error === null ? { status: "loggedOut" } : { status: "failed", error };
    listeners.notify();
  };
  const fail = (error: unknown): boolean => {
    const isOurs = isTidemarkError(error);
    if (isOurs) setState(error);
    return isOurs;
  };
  /** Another tab may have logged in or out, while we looked and while nobody here did. */
  const follow = () => {
    if (state.status === "loading") return;
    const known = state.status === "loggedIn" ? state.user.did : undefined;
    if (client.getUser()?.did !== known) setState(null);
  };
  const start = async () => {
    try {
      await client.handleRedirectCallback();
      setState(null);
    } catch (error) {
      if (fail(error)) return;
      setState(null);
      throw error;
    }
  };

  return {
    get: () => state,
    fail,
    subscribe: (listener) => {
      const end = listeners.add(listener);
      unwatch ??= client.onChange(follow);
      if (isStarted) follow();
      else void start();
      isStarted = true;
      return () => {
        end();
        if (listeners.count() > 0) return;
        unwatch?.();
        unwatch = undefined;
      };
    }
  };
};
