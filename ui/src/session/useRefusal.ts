import { use } from "react";
import { mutationRoles } from "../api/documents.ts";
import { SessionContext } from "./useSession.ts";

const roles = ["READER", "DEVELOPER", "OWNER"] as const;
type Role = (typeof roles)[number];

/** What an action needs: a role, or the role for a mutation of the admin API. */
export type Needs = keyof typeof mutationRoles | Role;

const isRole = (needs: Needs): needs is Role => roles.some((role) => role === needs);

/** Why the signed-in admin may not do something. */
export interface Refusal {
  /** A few words, which are shown beside the control. */
  readonly note: string;
  /** The whole reason in sentences, with the way out. */
  readonly reason: string;
}

/** Returns why the signed-in admin may not do something; null if they may. */
export const useRefusal = (needs: Needs | undefined): Refusal | null => {
  const role = use(SessionContext)?.role ?? null;
  if (needs === undefined || role === null) return null;
  const needed = isRole(needs) ? needs : mutationRoles[needs];
  return roles.indexOf(role) >= roles.indexOf(needed)
    ? null
    : {
        note: `Needs the role ${needed.toLowerCase()}`,
        reason: `This needs the role ${needed.toLowerCase()}; yours is ${role.toLowerCase()}. An owner can change it on the page Admins.`
      };
};
