import { useCallback, useSyncExternalStore } from "react";
import type { Client } from "../browser/Client.ts";
import { loading, type SessionState } from "./SessionStore.ts";
import { useStore } from "./TidemarkStore.ts";

interface SessionActions {
  /** Leaves the page for the person's own server. Never rejects: what goes wrong is in `error`. */
  readonly login: (options?: Parameters<Client["loginWithRedirect"]>[0]) => Promise<void>;
  /** Logs out here, in all tabs, at the service and at the PDS. Never rejects; `revoked` is whether the service took note. */
  readonly logout: () => Promise<{ readonly revoked: boolean }>;
}

export type Session = SessionState & SessionActions;

const beforeHydration = (): SessionState => loading;

export const useSessionState = (): SessionState => {
  const { session } = useStore();
  return useSyncExternalStore(session.subscribe, session.get, beforeHydration);
};

/** Who is logged in, in this tab and the others, and how to change it. */
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
