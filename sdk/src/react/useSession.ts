import { useCallback, useSyncExternalStore } from "react";
import type { Client } from "../browser/Client.ts";
import { loading, type SessionState } from "./SessionStore.ts";
import { useStore } from "./TidemarkStore.ts";

interface SessionActions {
  /** Leaves the page for the user's own server. It does not reject if the login fails: see `error`. */
  readonly login: (options?: Parameters<Client["loginWithRedirect"]>[0]) => Promise<void>;
  /** Logs out in all tabs, at the service and at the PDS. It does not reject; `revoked` is whether the service confirmed that. */
  readonly logout: () => Promise<{ readonly revoked: boolean }>;
}

export type Session = SessionState & SessionActions;

const beforeHydration = (): SessionState => loading;

export const useSessionState = (): SessionState => {
  const { session } = useStore();
  return useSyncExternalStore(session.subscribe, session.get, beforeHydration);
};

/** Returns the session, shared with all other tabs, and the functions to log in and out. */
export const useSession = (): Session => {
  const { client, session } = useStore();
  const state = useSessionState();
  const login: Session["login"] = useCallback(
    async (options) => {
      try {
        await client.loginWithRedirect(options);
      } catch (error) {
        if (!session.fail(error)) throw error;
      }
    },
    [client, session]
  );
  const logout: Session["logout"] = useCallback(async () => {
    try {
      return await client.logout();
    } catch (error) {
      if (!session.fail(error)) throw error;
      return { revoked: false };
    }
  }, [client, session]);
  return { ...state, login, logout };
};
