import { createContext, use } from "react";
import type { AdminSessionQuery } from "../api/documents.ts";

export type Session = AdminSessionQuery["adminSession"];

/** Who is signed in. */
export const SessionContext = createContext<Session | null>(null);

/** Who is signed in; only for what is shown to admins. */
export const useSession = (): Session => {
  const session = use(SessionContext);
  if (session === null) throw new Error("Nobody is signed in here.");
  return session;
};
