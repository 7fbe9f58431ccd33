import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { UpstreamLoginStarted } from "../../../domain/authorization/AuthorizationEvent.ts";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { LoginSecrets } from "../../../domain/session/SessionSecrets.ts";
import { UpstreamAuthorization } from "../../../domain/session/UpstreamAuthorization.ts";
import { sealedSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { loginFailureOf, upstreamRefusal } from "./loginRefusals.ts";
import type { LoginTarget } from "./loginSecrets.ts";
import { commitLoginEvent, type LoginContext, recordFailure, refusalOf } from "./loginSteps.ts";
import { pushToCurrentPds } from "./pushToCurrentPds.ts";

const start = Effect.fnUntraced(function* (loginContext: LoginContext, wanted: LoginTarget) {
  const upstream = yield* UpstreamAuthorization;
  const { location, secrets, server, target } = yield* pushToCurrentPds(wanted, upstream.scope);
  const expiresAt = (yield* Clock.currentTimeMillis) + lifetimes.login;
  const started = new UpstreamLoginStarted({
    authorizationId: loginContext.authorizationId,
    did: target.did,
    pds: target.pds,
    issuer: server.issuer,
    stateHash: sha256Base64Url(secrets.upstreamState),
    scope: upstream.scope
  });
  const row = vaultRow.login(loginContext.authorizationId);
  const sealed = yield* sealedSecret(LoginSecrets, row, secrets, expiresAt);
  yield* Effect.catchTag(commitLoginEvent(loginContext, started, [sealed]), "VersionConflict", Effect.die);
  return location.toString();
});

/**
 * Pushes a request of the service to the PDS, and returns the address to redirect the browser to; a failure is recorded
 * and reported to the app.
 */
export const startUpstreamLogin = (loginContext: LoginContext, target: LoginTarget) =>
  start(loginContext, target).pipe(
    Effect.catchTag("UpstreamFailure", (failure) =>
      Effect.zipRight(
        recordFailure(loginContext, { reason: loginFailureOf(failure), detail: failure.reason }),
        Effect.fail(refusalOf(loginContext, upstreamRefusal[failure.reason], "upstream"))
      )
    )
  );
