import type { Client, User } from "../browser/Client.ts";
import { makeListeners } from "../Listeners.ts";
import type { TidemarkError } from "../TidemarkError.ts";
import { isTidemarkError } from "./isTidemarkError.ts";

/** The state of the session. */
export type SessionState =
  /** Not known yet: on a server, in the first render, and while a login is completed. */
  | { readonly status: "loading" }
  | { readonly status: "loggedOut" }
  /** A user is logged in; `error` is why an attempt to log in as another user failed. */
  | { readonly status: "loggedIn"; readonly user: User; readonly error: TidemarkError | null }
  /** Nobody is logged in; `error` says why: the login was refused, forged or has ended, or there is no storage. */
  | { readonly status: "failed"; readonly error: TidemarkError };

/** The session of one client, for all components. */
export interface SessionStore {
  readonly get: () => SessionState;
  /** Adds a listener. The first one completes the login that the page was opened with. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Records a failed login. Returns whether the error is a `TidemarkError`. */
  readonly fail: (error: unknown) => boolean;
}

/** The state before anything is known. */
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
    const isKnown = isTidemarkError(error);
    if (isKnown) setState(error);
    return isKnown;
  };
  /** Another tab may have logged in or out, also while this one was not subscribed. */
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
