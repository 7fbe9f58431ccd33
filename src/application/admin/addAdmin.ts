import * as Clock from "effect/Clock";
import type { AdminRole } from "../../domain/administration/AdminRole.ts";
import * as decisions from "../../domain/administration/Admins.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { traced } from "../../domain/failure/traced.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { ConfiguredAdmins } from "./ConfiguredAdmins.ts";
import { changeAdmins } from "./changeAdmins.ts";
import { findAccount } from "./findAccount.ts";

/** Makes an account an admin with a role, at the request of an admin. Returns the identity of the new admin. */
export const addAdmin = traced("addAdmin")(function* (account: string, by: Did | null, role: AdminRole = "owner") {
  const configured = yield* ConfiguredAdmins;
  const identity = yield* findAccount(account);
  const now = yield* Clock.currentTimeMillis;
  const { did } = identity;
  const index = yield* RecordIndex;
  yield* changeAdmins(
    did,
    { type: "admin", id: by },
    (state) => decisions.addAdmin(state, { did, how: "admin", role, by, configured, now }),
    index.putActor(identity)
  );
  return identity;
});
