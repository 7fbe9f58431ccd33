import type { Needs } from "../../session/useRefusal.ts";
import type { Client } from "./useClients.ts";

/** What a mutation of a client needs: only owners may change a client whose tokens grant admin access. */
export const needsForClient = ({ mayAdminister }: Pick<Client, "mayAdminister">, mutation: Needs): Needs =>
  mayAdminister ? "OWNER" : mutation;
