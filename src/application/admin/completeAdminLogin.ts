import * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { traced } from "../../domain/failure/traced.ts";
import { completeIdentityLogin, orReplayed } from "../login/identity/completeIdentityLogin.ts";
import { LoginRefused } from "../login/identity/identityLogins.ts";
import { OpenedSession } from "../login/identity/OpenedSession.ts";
import { type BrowserCallback, sealReply } from "../login/upstream/callbackReplay.ts";
import { AdminLoginRefused, adminPurpose } from "./adminLogins.ts";
import { sessionHashOf } from "./adminSession.ts";
import { grantAdminSession } from "./grantAdminSession.ts";

const Reply = Schema.parseJson(
  Schema.Either({ left: Schema.Union(LoginRefused, AdminLoginRefused), right: OpenedSession })
);

interface AdminCallback extends BrowserCallback {
  /** The session of the browser, which ends once a new one is opened. */
  readonly session: Redacted.Redacted<string> | null;
}

const complete = Effect.fnUntraced(function* (request: AdminCallback) {
  const seal = sealReply(Reply, request);
  const { identity, login } = yield* completeIdentityLogin(adminPurpose, request, seal);
  return yield* grantAdminSession(
    login,
    identity,
    request.session === null ? null : sessionHashOf(request.session),
    seal
  );
});

/**
 * Completes an admin login when the PDS redirects the browser back: verifies the account as every login does, and opens
 * a session for an admin, or for the account that becomes one through a setup token. The second of two identical
 * callbacks from one browser receives the same session for 30 seconds.
 */
export const completeAdminLogin = traced("completeAdminLogin")((request: AdminCallback) =>
  complete(request).pipe(orReplayed(adminPurpose, Reply, request))
);
