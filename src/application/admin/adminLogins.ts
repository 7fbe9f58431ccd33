import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import {
  AdminLoginFailed,
  AdminLoginReturned,
  AdminLoginStarted
} from "../../domain/administration/AdministrationEvent.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import type { SecretCipher } from "../../domain/crypto/SecretCipher.ts";
import type { VaultChange } from "../../domain/event/UnitOfWork.ts";
import { endLogin, type LoginPurpose, type PendingIdentityLogin } from "../login/identity/identityLogins.ts";

/** An account authenticated but gets no admin session: it is not an admin, or set-up is over. */
export class AdminLoginRefused extends Schema.TaggedError<AdminLoginRefused>()("AdminLoginRefused", {
  reason: Schema.Literal("not-admin", "set-up-over"),
  did: Schema.String
}) {}

/** The purpose of a login on the settings page. */
export const adminPurpose: LoginPurpose<AdminLoginStarted> = {
  kind: "admin-login",
  statePrefix: "admin.",
  isOwn: Schema.is(AdminLoginStarted),
  returned: (loginId) => new AdminLoginReturned({ loginId }),
  failed: (loginId, why) => new AdminLoginFailed({ loginId, ...why })
};

export type PendingAdminLogin = PendingIdentityLogin<AdminLoginStarted>;

/** Records that an account authenticated but is not an admin; `seal` seals the refusal as the reply that is stored with it. */
export const refuseAdminLogin = (
  login: { readonly loginId: string; readonly version: number },
  { did, reason }: { readonly did: Did; readonly reason: AdminLoginRefused["reason"] },
  seal: (refused: AdminLoginRefused) => Effect.Effect<ReadonlyArray<VaultChange>, never, SecretCipher>
) => {
  const failed = new AdminLoginFailed({ loginId: login.loginId, did, reason });
  const refused = new AdminLoginRefused({ reason, did });
  return Effect.zipRight(
    Effect.flatMap(seal(refused), (reply) => endLogin(adminPurpose, login, failed, did, reply)),
    Effect.fail(refused)
  );
};
