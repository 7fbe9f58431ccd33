import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import { AdminLoginStarted } from "../../domain/administration/AdministrationEvent.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
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
 * Sends somebody who wants to administer to the PDS of an account (a handle, a DID, or the address of a PDS), to show that
 * it is theirs: whether it administers is looked at when they are back. Answers where the browser goes.
 */
export const startAdminLogin = Effect.fn("startAdminLogin")(function* (request: {
  readonly account: string;
  readonly browserToken: string;
  /** What the browser presents; in one of a set-up token the account becomes an admin. */
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
