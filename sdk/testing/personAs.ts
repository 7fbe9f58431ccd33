import type { User } from "../src/browser/Client.ts";
import { makeListeners } from "../src/Listeners.ts";
import type { ServerClient } from "../src/node/ServerClient.ts";
import { TidemarkError } from "../src/TidemarkError.ts";
import type { TestPerson } from "./TestService.ts";
import type { WatchedStore } from "./watchedStore.ts";

/** Somebody who logged in through a client of a server, with the methods of a client in a browser. */
export const personAs = (
  client: ServerClient,
  store: WatchedStore,
  { did, handle }: { readonly did: string; readonly handle: string }
): TestPerson => {
  const { logout, mutate, query, uploadBlob } = client.as(did);
  const listeners = makeListeners();
  let user: User | null = { did };
  // The only thing that is kept there is this login.
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
    publicQuery: client.publicQuery,
    getUser: () => user,
    isAuthenticated: () => user !== null,
    onChange: (listener) => listeners.add(() => listener(user)),
    handleRedirectCallback: async () => null,
    loginWithRedirect: async () => {
      throw new TidemarkError("configuration", `${handle} has no browser to leave for: call signIn again instead.`);
    }
  };
};
