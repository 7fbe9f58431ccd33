import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import type { IdentityLoginStarted } from "../../../domain/person/IdentityLogin.ts";
import { LoginSecrets } from "../../../domain/session/SessionSecrets.ts";
import { commitEvents } from "../../event/commitEvents.ts";
import { sealedSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { loginFailureOf } from "../upstream/loginRefusals.ts";
import type { LoginTarget } from "../upstream/loginSecrets.ts";
import { pushToCurrentPds } from "../upstream/pushToCurrentPds.ts";
import { resolveTarget } from "../upstream/resolveTarget.ts";
import { identityLoginEventMetadata, type LoginPurpose, loginStream, refuseLogin } from "./identityLogins.ts";

/** The only scope that the service needs from a PDS to identify a user. */
const scope = "atproto";

/** What is recorded when any such login starts. */
type LoginStart = Pick<
  IdentityLoginStarted,
  "loginId" | "did" | "pds" | "issuer" | "scope" | "stateHash" | "browserHash" | "expiresAt"
>;

interface IdentityLoginRequest<Started extends IdentityLoginStarted> {
  readonly loginId: string;
  /** A handle, a DID, or the address of a PDS. */
  readonly account: string;
  readonly browserToken: string;
  readonly begun: (beginning: LoginStart) => Started;
}

const startAtPds = Effect.fnUntraced(function* <Started extends IdentityLoginStarted>(
  purpose: LoginPurpose<Started>,
  target: LoginTarget,
  { begun, browserToken, loginId }: IdentityLoginRequest<Started>
) {
  const pushed = yield* pushToCurrentPds(target, scope, purpose.statePrefix);
  const { secrets, server } = pushed;
  const expiresAt = (yield* Clock.currentTimeMillis) + lifetimes.login;
  const started = begun({
    loginId,
    did: pushed.target.did,
    pds: pushed.target.pds,
    issuer: server.issuer,
    scope,
    stateHash: sha256Base64Url(secrets.upstreamState),
    browserHash: sha256Base64Url(browserToken),
    expiresAt
  });
  yield* commitEvents({
    stream: loginStream(purpose, loginId),
    version: 0,
    events: [started],
    metadata: identityLoginEventMetadata(target.did),
    secrets: [yield* sealedSecret(LoginSecrets, vaultRow.login(loginId), secrets, expiresAt)]
  }).pipe(Effect.catchTag("VersionConflict", Effect.die));
  return pushed.location.toString();
});

/**
 * Starts a login at the PDS of an account, with the service's own client, to authenticate its holder. Returns the
 * address to redirect the browser to; a failure is recorded.
 */
export const startIdentityLogin = Effect.fnUntraced(function* <Started extends IdentityLoginStarted>(
  purpose: LoginPurpose<Started>,
  request: IdentityLoginRequest<Started>
) {
  const login = { loginId: request.loginId, version: 0 };
  const target = yield* Effect.catchTag(resolveTarget(request.account), "IdentityUnresolvable", ({ reason: detail }) =>
    refuseLogin(purpose, login, { reason: "identity-unresolvable", detail, did: null })
  );
  return yield* Effect.catchTag(startAtPds(purpose, target, request), "UpstreamFailure", (failure) =>
    refuseLogin(purpose, login, { reason: loginFailureOf(failure), detail: failure.reason, did: target.did })
  );
});
