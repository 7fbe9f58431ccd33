import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import { AdminLoginReturned } from "../../domain/administration/AdministrationEvent.ts";
import { constantTimeEqual } from "../../domain/crypto/constantTimeEqual.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { Lookup } from "../../domain/event/Lookup.ts";
import { knownScope, requireAtproto } from "../../domain/scope/Scope.ts";
import { LoginSecrets } from "../../domain/session/SessionSecrets.ts";
import { checkSubject } from "../authorize/checkGrant.ts";
import { discardTokens } from "../authorize/discardTokens.ts";
import { LoginStopped, whyOf } from "../authorize/LoginStopped.ts";
import { redeemReturn } from "../authorize/redeemReturn.ts";
import { stopAfter } from "../authorize/stopAfter.ts";
import { waitAtMost } from "../authorize/waitAtMost.ts";
import { adminLogins } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { getSecret, vaultRow } from "../session/vaultSecrets.ts";
import { AdminLoginRefused } from "./AdminLoginRefused.ts";
import { aboutAdminLogin, loginStream, type PendingAdminLogin, refuseAdminLogin } from "./adminLogins.ts";
import { sessionHashOf } from "./adminSession.ts";
import { admit } from "./admit.ts";

const unknownReturn = new AdminLoginRefused({ reason: "unknown-return", did: null });

const findLogin = (state: string) =>
  Effect.gen(function* () {
    const lookup = yield* Lookup;
    const stream = yield* Effect.flatten(lookup.find("admin-login", sha256Base64Url(state)));
    const { state: login, version } = yield* loadAggregate(adminLogins, stream);
    if (login._tag !== "Started") return yield* unknownReturn;
    return { started: login.started, version } satisfies PendingAdminLogin;
  }).pipe(Effect.catchTag("NoSuchElementException", () => unknownReturn));

/** Only the browser that a login was begun in may complete it, in its time, and once; everything else ends it. */
const claim = ({ started, version }: PendingAdminLogin, browserToken: string | null) =>
  Effect.gen(function* () {
    const { browserHash, did, expiresAt, loginId } = started;
    if (browserToken === null || !constantTimeEqual(browserHash, sha256Base64Url(browserToken)))
      return yield* refuseAdminLogin({ loginId, version }, { reason: "browser-mismatch", did });
    if ((yield* Clock.currentTimeMillis) >= expiresAt)
      return yield* refuseAdminLogin({ loginId, version }, { reason: "expired", did });
    yield* appendEvents(loginStream(loginId), version, [new AdminLoginReturned({ loginId })], aboutAdminLogin(did));
    return { started, version: version + 1 } satisfies PendingAdminLogin;
  }).pipe(Effect.catchTag("VersionConflict", () => unknownReturn));

/** Who signed in. The tokens that came were needed for nothing else, and are given back, whatever comes of it. */
const whoCame = ({ started }: PendingAdminLogin, secrets: LoginSecrets, parameters: URLSearchParams) =>
  Effect.gen(function* () {
    const tokens = yield* stopAfter(waitAtMost.tokens)(redeemReturn(secrets, parameters));
    const check = Effect.gen(function* () {
      const identity = yield* checkSubject(started.did, secrets, tokens);
      if (Either.isLeft(requireAtproto(knownScope(tokens.scope))))
        return yield* new LoginStopped({ reason: "scope-too-small" });
      return identity;
    });
    return yield* Effect.ensuring(stopAfter(waitAtMost.check)(check), discardTokens(secrets, tokens));
  }).pipe(Effect.catchTag("UnknownReturn", () => new LoginStopped({ reason: "issuer-mismatch" })));

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
  const found = yield* findLogin(request.parameters.get("state") ?? "");
  const login = yield* claim(found, request.browserToken);
  const { did, loginId } = login.started;
  const pending = { loginId, version: login.version };
  const secrets = yield* getSecret(LoginSecrets, vaultRow.login(loginId));
  if (Option.isNone(secrets)) return yield* refuseAdminLogin(pending, { reason: "expired", did });
  const identity = yield* Effect.catchTag(
    whoCame(login, secrets.value, request.parameters),
    "LoginStopped",
    (stopped) => refuseAdminLogin(pending, { ...whyOf(stopped), did })
  );
  const presented = request.session === null ? null : sessionHashOf(request.session);
  return yield* admit(login, identity, presented);
});
