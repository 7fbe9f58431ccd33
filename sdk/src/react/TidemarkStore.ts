import { createContext, useContext } from "react";
import type { Client } from "../browser/Client.ts";
import { isTidemarkError } from "./isTidemarkError.ts";
import { makeQueryStore, type QueryStore } from "./QueryStore.ts";
import { makeSessionStore, type SessionStore } from "./SessionStore.ts";

/** The state that all components below a provider share. */
export interface TidemarkStore {
  readonly client: Client;
  readonly session: SessionStore;
  readonly queries: QueryStore;
  /** Notifies the session of a failure that ended it. */
  readonly handleFailure: (error: unknown) => void;
}

const makeStore = (client: Client): TidemarkStore => {
  const session = makeSessionStore(client);
  const handleFailure = (error: unknown) => {
    const isEnded = isTidemarkError(error) && error.reason === "login_expired";
    // The failure may belong to the previous session.
    if (isEnded && !client.isAuthenticated()) session.fail(error);
  };
  return { client, session, handleFailure, queries: makeQueryStore(handleFailure) };
};

const stores = new WeakMap<Client, TidemarkStore>();

/** Returns the store of a client, the same one however often React restarts a render, so that a login is completed once. */
export const storeOf = (client: Client): TidemarkStore => {
  const store = stores.get(client) ?? makeStore(client);
  stores.set(client, store);
  return store;
};

export const TidemarkContext = createContext<TidemarkStore | null>(null);

export const useStore = (): TidemarkStore => {
  const store = useContext(TidemarkContext);
  if (store === null)
    throw new Error("This component is not inside a <TidemarkProvider client={client}>. Wrap the app in one.");
  return store;
};
