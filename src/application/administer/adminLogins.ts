import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import {
  AdminLoginFailed,
  AdminLoginReturned,
  AdminLoginStarted
} from "../../domain/administration/AdministrationEvent.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { endLogin, type LoginPurpose, type PendingIdentityLogin } from "../identify/identityLogins.ts";
import { AdminLoginRefused } from "./AdminLoginRefused.ts";

/** Somebody wants to administer. */
export const toAdminister: LoginPurpose<AdminLoginStarted> = {
  kind: "admin-login",
  statePrefix: "admin.",
  isOwn: Schema.is(AdminLoginStarted),
  returned: (loginId) => new AdminLoginReturned({ loginId }),
  failed: (loginId, why) => new AdminLoginFailed({ loginId, ...why })
};

export type PendingAdminLogin = PendingIdentityLogin<AdminLoginStarted>;

/** Writes down that an account showed itself, and does not administer. */
export const refuseAdminLogin = (
  login: { readonly loginId: string; readonly version: number },
  { did, reason }: { readonly did: Did; readonly reason: AdminLoginRefused["reason"] }
) =>
  Effect.zipRight(
    endLogin(toAdminister, login, new AdminLoginFailed({ loginId: login.loginId, did, reason }), did),
    Effect.fail(new AdminLoginRefused({ reason, did }))
  );
