import * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import { completeIdentityLogin } from "../identify/completeIdentityLogin.ts";
import { toAdminister } from "./adminLogins.ts";
import { sessionHashOf } from "./adminSession.ts";
import { admit } from "./admit.ts";

/**
 * Takes up a login where the PDS returns the browser: checks who signed in as for every login, and opens a session for an
 * admin, or for the account that becomes one by a set-up token.
 */
export const completeAdminLogin = Effect.fn("completeAdminLogin")(function* (request: {
  readonly parameters: URLSearchParams;
  readonly browserToken: string | null;
  /** What the browser presents, which is over once it has another one. */
  readonly session: Redacted.Redacted<string> | null;
}) {
  const { identity, login } = yield* completeIdentityLogin(toAdminister, request);
  return yield* admit(login, identity, request.session === null ? null : sessionHashOf(request.session));
});
