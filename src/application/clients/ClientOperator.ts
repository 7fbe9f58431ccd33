import type { Did } from "../../domain/atproto/Did.ts";
import type { About } from "../event/describeEvent.ts";

/** Who manages clients: an admin in a browser (`did` null for the set-up token), or the operator on the machine. */
export type ClientOperator = { readonly _tag: "Admin"; readonly did: Did | null } | { readonly _tag: "Operator" };

/** How their actions are signed in the log. */
export const aboutClient = (operator: ClientOperator, clientId: string): About => ({
  actor: operator._tag === "Admin" ? { type: "admin", id: operator.did } : { type: "operator", id: null },
  clientId
});
