import * as Either from "effect/Either";
import { RoleRequired } from "../../admin/RoleRequired.ts";
import type { ClientManager } from "./ClientManager.ts";

/**
 * Refuses admins who are no owners a client whose tokens administer: whoever changes where its codes are sent could act as
 * an owner.
 */
export const requireOwner = (manager: ClientManager, administers: boolean): Either.Either<void, RoleRequired> =>
  administers && manager._tag === "Admin" && manager.role !== "owner"
    ? Either.left(
        new RoleRequired({
          needed: "owner",
          held: manager.role,
          action: "Registering or changing a client with mayAdminister"
        })
      )
    : Either.right(undefined);
