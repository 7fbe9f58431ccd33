import * as decisions from "../../domain/administration/Admins.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import { ConfiguredAdmins } from "./ConfiguredAdmins.ts";
import { changeAdmins, readAdmin } from "./changeAdmins.ts";

/** Removes an admin. The admin's sessions are rejected from the next request on, in every process. */
export const removeAdmin = traced("removeAdmin")(function* (account: string, actor: Actor) {
  const configured = yield* ConfiguredAdmins;
  const did = yield* readAdmin(account);
  yield* changeAdmins(did, actor, (state) => decisions.removeAdmin(state, { did, configured }));
});
