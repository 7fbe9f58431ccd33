import type { AdminRole } from "../../domain/administration/AdminRole.ts";
import * as decisions from "../../domain/administration/Admins.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import { ConfiguredAdmins } from "./ConfiguredAdmins.ts";
import { changeAdmins, readAdmin } from "./changeAdmins.ts";

/** Gives an admin, named by DID, another role. It applies from the next request on, in every process. */
export const setAdminRole = traced("setAdminRole")(function* (account: string, role: AdminRole, actor: Actor) {
  const configured = yield* ConfiguredAdmins;
  const did = yield* readAdmin(account);
  yield* changeAdmins(did, actor, (state) => decisions.changeRole(state, { did, role, configured }));
  return did;
});
