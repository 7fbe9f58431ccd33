import { createElement, type ReactElement, type ReactNode, useEffect } from "react";
import type { Client } from "../browser/Client.ts";
import { storeOf, TidemarkContext } from "./TidemarkStore.ts";

export interface TidemarkProviderProps {
  /** The result of `createClient`, called once, outside of components. */
  readonly client: Client;
  readonly children?: ReactNode;
}

const noListener = () => {};

/** Provides the client to all components below, and completes the login that the page was opened with, once. */
export const TidemarkProvider = ({ children, client }: TidemarkProviderProps): ReactElement => {
  const store = storeOf(client);
  useEffect(() => store.session.subscribe(noListener), [store]);
  return createElement(TidemarkContext.Provider, { value: store }, children);
};
