import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import { constantTimeEqual } from "../../../domain/crypto/constantTimeEqual.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { Lookup } from "../../../domain/event/Lookup.ts";
import type { IdentityLoginStarted } from "../../../domain/person/IdentityLogin.ts";
import { knownScope, requireAtproto } from "../../../domain/scope/Scope.ts";
import type { AuthorizationResponse } from "../../../domain/session/AuthorizationResponse.ts";
import { LoginSecrets } from "../../../domain/session/SessionSecrets.ts";
import type { UpstreamTokens } from "../../../domain/session/UpstreamAuthorization.ts";
import { identityLogins } from "../../event/aggregates.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";
import { getSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { type BrowserCallback, findStoredReply, type ReplySchema, type SealReply } from "../upstream/callbackReplay.ts";
import { checkSubject } from "../upstream/checkGrant.ts";
import { discardTokens } from "../upstream/discardTokens.ts";
import { failureCauseOf, LoginTerminated } from "../upstream/LoginTerminated.ts";
import { loginTimeouts, withLoginTimeout } from "../upstream/loginTimeouts.ts";
import { redeemCallback } from "../upstream/redeemCallback.ts";
import {
  type IdentityLoginFailure,
  identityLoginEventMetadata,
  type LoginPurpose,
  LoginRefused,
  loginStream,
  type PendingIdentityLogin,
  refuseLogin
} from "./identityLogins.ts";

const unknownReturn = new LoginRefused({ reason: "unknown-return", did: null });

const findLogin = Effect.fnUntraced(
  function* <Started extends IdentityLoginStarted>(purpose: LoginPurpose<Started>, state: string) {
    const lookup = yield* Lookup;
    const stream = yield* Effect.flatten(lookup.find(purpose.kind, sha256Base64Url(state)));
    const { state: login, version } = yield* loadAggregate(identityLogins, stream);
    if (login._tag !== "Started" || !purpose.isOwn(login.started)) return yield* unknownReturn;
    return { started: login.started, version } satisfies PendingIdentityLogin<Started>;
  },
  Effect.catchTag("NoSuchElementException", () => unknownReturn)
);

/**
 * Only the browser that a login was started in may complete it, before it expires, and once; everything else ends it.
 */
const claim = Effect.fnUntraced(
  function* <Started extends IdentityLoginStarted>(
    purpose: LoginPurpose<Started>,
    { started, version }: PendingIdentityLogin<Started>,
    browserToken: string | null
  ) {
    const { browserHash, did, expiresAt, loginId } = started;
    if (browserToken === null || !constantTimeEqual(browserHash, sha256Base64Url(browserToken)))
      return yield* refuseLogin(purpose, { loginId, version }, { reason: "browser-mismatch", did });
    if ((yield* Clock.currentTimeMillis) >= expiresAt)
      return yield* refuseLogin(purpose, { loginId, version }, { reason: "expired", did });
    yield* appendEvents(
      loginStream(purpose, loginId),
      version,
      [purpose.returned(loginId)],
      identityLoginEventMetadata(did)
    );
    return { started, version: version + 1 } satisfies PendingIdentityLogin<Started>;
  },
  Effect.catchTag("VersionConflict", () => unknownReturn)
);

const checkIdentity = Effect.fnUntraced(function* (asked: Did | null, secrets: LoginSecrets, tokens: UpstreamTokens) {
  const identity = yield* checkSubject(asked, secrets, tokens);
  if (Either.isLeft(requireAtproto(knownScope(tokens.scope))))
    return yield* new LoginTerminated({ reason: "scope-too-small" });
  return identity;
});

/** Returns the account that signed in. Its tokens are needed for nothing else and are revoked, whatever the result. */
const verifiedIdentity = Effect.fnUntraced(
  function* ({ did }: IdentityLoginStarted, secrets: LoginSecrets, parameters: AuthorizationResponse) {
    const tokens = yield* withLoginTimeout(loginTimeouts.tokens)(redeemCallback(secrets, parameters));
    const check = checkIdentity(did, secrets, tokens);
    return yield* Effect.ensuring(withLoginTimeout(loginTimeouts.check)(check), discardTokens(secrets, tokens));
  },
  Effect.catchTag("UnknownCallback", () => new LoginTerminated({ reason: "issuer-mismatch" }))
);

/** Completes a login when the PDS redirects the browser back, and returns the account, verified as in every login. */
export const completeIdentityLogin = Effect.fnUntraced(function* <Started extends IdentityLoginStarted, A, E>(
  purpose: LoginPurpose<Started>,
  returned: BrowserCallback,
  seal: SealReply<A, E | LoginRefused>
) {
  const found = yield* findLogin(purpose, returned.parameters.state ?? "");
  const login = yield* claim(purpose, found, returned.browserToken);
  const { did, loginId } = login.started;
  const refuse = (why: Omit<IdentityLoginFailure, "did">) =>
    refuseLogin(purpose, { loginId, version: login.version }, { ...why, did }, (refused) => seal(Either.left(refused)));
  const secrets = yield* getSecret(LoginSecrets, vaultRow.login(loginId));
  if (Option.isNone(secrets)) return yield* refuse({ reason: "expired" });
  const identity = yield* Effect.catchTag(
    verifiedIdentity(login.started, secrets.value, returned.parameters),
    "LoginTerminated",
    (terminated) => refuse(failureCauseOf(terminated))
  );
  return { login, identity };
});

/** Returns the first reply to the second of two identical callbacks from one browser, for 30 seconds. */
export const orReplayed =
  <A, E>(
    purpose: Pick<LoginPurpose<IdentityLoginStarted>, "kind">,
    schema: ReplySchema<A, E | LoginRefused>,
    returned: BrowserCallback
  ) =>
  <E2, R>(complete: Effect.Effect<A, E2 | LoginRefused, R>) =>
    Effect.catchIf(
      complete,
      (error): error is LoginRefused => error instanceof LoginRefused && error.reason === "unknown-return",
      (unknown) =>
        Effect.flatMap(
          findStoredReply(schema, returned, purpose.kind),
          Option.getOrElse(() => Either.left(unknown))
        )
    );
