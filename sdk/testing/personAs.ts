import type { User } from "../src/browser/Client.ts";
import { makeListeners } from "../src/Listeners.ts";
import type { ServerClient } from "../src/node/ServerClient.ts";
import { TidemarkError } from "../src/TidemarkError.ts";
import type { TestPerson } from "./TestService.ts";
import type { WatchedStore } from "./watchedStore.ts";

/** Gives a user who logged in through a server client the methods of a browser client. */
export const personAs = (
  client: ServerClient,
  store: WatchedStore,
  { did, handle }: { readonly did: string; readonly handle: string }
): TestPerson => {
  const { logout, mutate, query, subscribe, uploadBlob } = client.as(did);
  const listeners = makeListeners();
  let user: User | null = { did };
  // The store contains only this login.
  store.onRemoval(() => {
    user = null;
    listeners.notify();
  });
  return {
    did,
    handle,
    query,
    mutate,
    uploadBlob,
    logout,
    subscribe,
    publicQuery: client.publicQuery,
    publicSubscribe: client.publicSubscribe,
    getUser: () => user,
    isAuthenticated: () => user !== null,
    onChange: (listener) => listeners.add(() => listener(user)),
    handleRedirectCallback: async () => null,
    loginWithRedirect: async () => {
      throw new TidemarkError(
        "configuration",
        `loginWithRedirect needs a browser, which ${handle} does not have. Call signIn again instead.`
      );
    }
  };
};
