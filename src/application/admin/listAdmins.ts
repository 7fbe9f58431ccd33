import * as Effect from "effect/Effect";
import type { AdminRole } from "../../domain/administration/AdminRole.ts";
import { remainingAdmins } from "../../domain/administration/Admins.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { currentAdmins } from "./currentAdmins.ts";

/**
 * An admin account. `addedAt` in Unix milliseconds. `addedAt` and `addedBy` are null for an account in `ADMIN_DIDS`.
 */
export interface ListedAdmin {
  readonly did: Did;
  readonly role: AdminRole;
  readonly addedAt: number | null;
  readonly addedBy: Did | null;
  readonly fromConfiguration: boolean;
}

/** Returns the admins: those in `ADMIN_DIDS`, then the others in the order in which they were added. */
export const listAdmins = Effect.map(currentAdmins, ({ added, configured }): ReadonlyArray<ListedAdmin> => {
  const ofConfiguration = [...new Set(configured)].map((did) => ({
    did,
    role: "owner" as const,
    addedAt: null,
    addedBy: null,
    fromConfiguration: true
  }));
  const others = remainingAdmins(added).filter(({ did }) => !configured.includes(did));
  return [...ofConfiguration, ...others.map((admin) => ({ ...admin, fromConfiguration: false }))];
});
