import { createContext, use } from "react";
import type { AdminSessionQuery } from "../api/documents.ts";

export type Session = AdminSessionQuery["adminSession"];

/** The session of the signed-in admin. */
export const SessionContext = createContext<Session | null>(null);

/** Returns the session of the signed-in admin. Use it only below `SessionGate`. */
export const useSession = (): Session => {
  const session = use(SessionContext);
  if (session === null) throw new Error("useSession was called outside SessionGate: nobody is signed in.");
  return session;
};
