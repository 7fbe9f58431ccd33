import { createContext, useContext } from "react";
import type { Client } from "../browser/Client.ts";
import { isTidemarkError } from "./isTidemarkError.ts";
import { makeQueryStore, type QueryStore } from "./QueryStore.ts";
import { makeSessionStore, type SessionStore } from "./SessionStore.ts";

/** What all components below a provider share. */
export interface TidemarkStore {
  readonly client: Client;
  readonly session: SessionStore;
  readonly queries: QueryStore;
  /** Lets the session know of a failure by which it is over. */
  readonly handleFailure: (error: unknown) => void;
}

const makeStore = (client: Client): TidemarkStore => {
  const session = makeSessionStore(client);
  const handleFailure = (error: unknown) => {
    const isOver = isTidemarkError(error) && error.reason === "login_expired";
    // It may have been the session before this one.
    if (isOver && !client.isAuthenticated()) session.fail(error);
  };
  return { client, session, handleFailure, queries: makeQueryStore(handleFailure) };
};

const stores = new WeakMap<Client, TidemarkStore>();

/** One for each client, however often React begins a render anew: a login is taken up once. */
export const storeOf = (client: Client): TidemarkStore => {
  const store = stores.get(client) ?? makeStore(client);
  stores.set(client, store);
  return store;
};

export const TidemarkContext = createContext<TidemarkStore | null>(null);

export const useStore = (): TidemarkStore => {
  const store = useContext(TidemarkContext);
  if (store === null) throw new Error("There is no <TidemarkProvider client={client}> around this component.");
  return store;
};
