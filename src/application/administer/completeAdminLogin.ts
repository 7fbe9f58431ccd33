import * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { type BrowserReturn, keepReply } from "../authorize/returnReplies.ts";
import { completeIdentityLogin, orRepeated } from "../identify/completeIdentityLogin.ts";
import { LoginRefused } from "../identify/LoginRefused.ts";
import { OpenedSession } from "../identify/OpenedSession.ts";
import { AdminLoginRefused } from "./AdminLoginRefused.ts";
import { toAdminister } from "./adminLogins.ts";
import { sessionHashOf } from "./adminSession.ts";
import { admit } from "./admit.ts";

const Reply = Schema.parseJson(
  Schema.Either({ left: Schema.Union(LoginRefused, AdminLoginRefused), right: OpenedSession })
);

interface AdminReturn extends BrowserReturn {
  /** What the browser presents, which is over once it has another one. */
  readonly session: Redacted.Redacted<string> | null;
}

const complete = Effect.fnUntraced(function* (request: AdminReturn) {
  const keep = keepReply(Reply, request);
  const { identity, login } = yield* completeIdentityLogin(toAdminister, request, keep);
  return yield* admit(login, identity, request.session === null ? null : sessionHashOf(request.session), keep);
});

/**
 * Takes up a login where the PDS returns the browser: checks who signed in as for every login, and opens a session for an
 * admin, or for the account that becomes one by a set-up token. The second of two equal returns from one browser gets the
 * same session for 30 seconds.
 */
export const completeAdminLogin = Effect.fn("completeAdminLogin")((request: AdminReturn) =>
  complete(request).pipe(orRepeated(toAdminister, Reply, request))
);
