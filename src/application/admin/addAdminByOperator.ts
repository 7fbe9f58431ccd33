import * as Clock from "effect/Clock";
import type { AdminRole } from "../../domain/administration/AdminRole.ts";
import * as decisions from "../../domain/administration/Admins.ts";
import { traced } from "../../domain/failure/traced.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { ConfiguredAdmins } from "./ConfiguredAdmins.ts";
import { changeAdmins } from "./changeAdmins.ts";
import { findAccount } from "./findAccount.ts";

/** Makes an account an admin with a role, at the request of the operator. Returns the identity of the new admin. */
export const addAdminByOperator = traced("addAdminByOperator")(function* (account: string, role: AdminRole) {
  const configured = yield* ConfiguredAdmins;
  const identity = yield* findAccount(account);
  const now = yield* Clock.currentTimeMillis;
  const { did } = identity;
  const index = yield* RecordIndex;
  yield* changeAdmins(
    did,
    { type: "operator", id: null },
    (state) => decisions.addAdminByOperator(state, { did, role, configured, now }),
    index.putActor(identity)
  );
  return identity;
});
