import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import { AdminLoginStarted } from "../../domain/administration/AdministrationEvent.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { traced } from "../../domain/failure/traced.ts";
import { startIdentityLogin } from "../login/identity/startIdentityLogin.ts";
import { adminPurpose } from "./adminLogins.ts";
import { findSession, sessionHashOf } from "./adminSession.ts";

const setUpSessionOf = (session: Redacted.Redacted<string> | null) =>
  session === null
    ? Effect.succeed(null)
    : Effect.map(findSession(sessionHashOf(session)), (found) =>
        Option.isSome(found) && found.value._tag === "SetUp" ? found.value.sessionHash : null
      );

/**
 * Starts an admin login at the PDS of an account (a handle, a DID, or the address of a PDS). Whether the account is an
 * admin is checked when the browser returns. Returns the address to redirect the browser to.
 */
export const startAdminLogin = traced("startAdminLogin")(function* (request: {
  readonly account: string;
  readonly browserToken: string;
  /** The session of the browser; in one opened with a setup token, the account becomes an admin. */
  readonly session: Redacted.Redacted<string> | null;
}) {
  const { account, browserToken, session } = request;
  const loginId = `adminlogin_${yield* randomText(16)}`;
  const setUpSession = yield* setUpSessionOf(session);
  return yield* startIdentityLogin(adminPurpose, {
    loginId,
    account,
    browserToken,
    begun: (beginning) => new AdminLoginStarted({ ...beginning, setUpSession })
  });
});
