import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import { AdminLoginStarted } from "../../domain/administration/AdministrationEvent.ts";
import { lifetimes } from "../../domain/authorization/lifetimes.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { LoginSecrets } from "../../domain/session/SessionSecrets.ts";
import { pushWhereItLives, targetOf } from "../authorize/goUpstream.ts";
import type { LoginTarget } from "../authorize/LoginTarget.ts";
import { loginFailureOf } from "../authorize/refusals.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { putSecret, vaultRow } from "../session/vaultSecrets.ts";
import { aboutAdminLogin, adminStatePrefix, loginStream, refuseAdminLogin } from "./adminLogins.ts";
import { findSession, sessionHashOf } from "./adminSession.ts";

/** All that the service needs of a PDS to know who somebody is. */
const scope = "atproto";

const setUpSessionOf = (session: Redacted.Redacted<string> | null) =>
  session === null
    ? Effect.succeed(null)
    : Effect.map(findSession(sessionHashOf(session)), (found) =>
        Option.isSome(found) && found.value._tag === "SetUp" ? found.value.sessionHash : null
      );

const goToPds = (loginId: string, target: LoginTarget, browserToken: string, setUpSession: string | null) =>
  Effect.gen(function* () {
    const pushed = yield* pushWhereItLives(target, scope, adminStatePrefix);
    const { secrets, server } = pushed;
    const expiresAt = (yield* Clock.currentTimeMillis) + lifetimes.login;
    const started = new AdminLoginStarted({
      loginId,
      did: pushed.target.did,
      pds: pushed.target.pds,
      issuer: server.issuer,
      scope,
      stateHash: sha256Base64Url(secrets.upstreamState),
      browserHash: sha256Base64Url(browserToken),
      setUpSession,
      expiresAt
    });
    const atomically = yield* Atomically;
    yield* atomically.run(
      Effect.zipRight(
        putSecret(LoginSecrets, vaultRow.login(loginId), secrets, expiresAt),
        appendEvents(loginStream(loginId), 0, [started], aboutAdminLogin(target.did)).pipe(
          Effect.catchTag("VersionConflict", Effect.die)
        )
      )
    );
    return pushed.location.toString();
  });

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
  const loginId = `adminlogin_${yield* randomText(16)}`;
  const login = { loginId, version: 0 };
  const setUpSession = yield* setUpSessionOf(request.session);
  const target = yield* Effect.catchTag(targetOf(request.account), "IdentityUnresolvable", ({ reason: detail }) =>
    refuseAdminLogin(login, { reason: "identity-unresolvable", detail, did: null })
  );
  return yield* Effect.catchTag(
    goToPds(loginId, target, request.browserToken, setUpSession),
    "UpstreamFailure",
    (failure) => refuseAdminLogin(login, { reason: loginFailureOf(failure), detail: failure.reason, did: target.did })
  );
});
