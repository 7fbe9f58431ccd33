import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import { AppState, LoginSecrets } from "../../domain/session/SessionSecrets.ts";
import { UpstreamAuthorization } from "../../domain/session/UpstreamAuthorization.ts";
import { getSecret, vaultRow } from "../session/vaultSecrets.ts";
import { checkGrant } from "./checkGrant.ts";
import { issueCode } from "./issueCode.ts";
import {
  checkBrowser,
  claimReturn,
  findPendingLogin,
  type PendingLogin,
  recordLoginFailure,
  UnknownReturn
} from "./PendingLogin.ts";
import { RefusedByRedirect } from "./RefusedByRedirect.ts";
import { redeemReturn } from "./redeemReturn.ts";
import { loginRefusal } from "./refusals.ts";

/** Tokens of a login that does not come to its end are given back. */
const discardTokens = (secrets: LoginSecrets, token: Redacted.Redacted<string>) =>
  Effect.flatMap(UpstreamAuthorization, (upstream) =>
    Effect.ignore(upstream.revoke({ server: secrets.server, key: secrets.dpopKey, token }))
  );

const finish = (pending: PendingLogin, secrets: LoginSecrets, parameters: URLSearchParams) =>
  Effect.gen(function* () {
    const tokens = yield* redeemReturn(secrets, parameters);
    return yield* Effect.gen(function* () {
      const { identity, scope } = yield* checkGrant(pending, secrets, tokens);
      return yield* issueCode(pending, { identity, scope, secrets, tokens });
    }).pipe(Effect.tapError(() => discardTokens(secrets, tokens.refreshToken ?? tokens.accessToken)));
  });

/** A return that is nobody's business is not written down; one that belongs to this login is. */
const recordUnknown = (pending: PendingLogin, reason: UnknownReturn["reason"]) => {
  if (reason === "not-from-server") return recordLoginFailure(pending, "issuer-mismatch");
  const wasPushed = pending.state.request.requestHash !== undefined;
  return reason === "already-used" && wasPushed ? recordLoginFailure(pending, "request-used") : Effect.void;
};

/**
 * Takes up a login where the PDS returns the browser: redeems its code, checks who signed in, opens the session and
 * gives the app a code of its own (RFC 9207, AT Protocol OAuth "Identity verification").
 */
export const completeLogin = Effect.fn("completeLogin")(function* (request: {
  readonly parameters: URLSearchParams;
  readonly browserToken: string | null;
}) {
  const found = yield* findPendingLogin(request.parameters.get("state"));
  yield* checkBrowser(found, request.browserToken);
  const pending = yield* claimReturn(found);
  const { authorizationId, redirectUri } = pending.state.request;
  const appState = yield* getSecret(AppState, vaultRow.appState(authorizationId));
  const state = Option.match(appState, { onNone: () => null, onSome: (kept) => kept.state });
  const secrets = yield* getSecret(LoginSecrets, vaultRow.login(authorizationId));
  if (Option.isNone(secrets)) return yield* new UnknownReturn({ reason: "expired" });
  const code = yield* finish(pending, secrets.value, request.parameters).pipe(
    Effect.tapErrorTag("UnknownReturn", ({ reason }) => recordUnknown(pending, reason)),
    Effect.catchTag("LoginStopped", ({ reason }) =>
      Effect.zipRight(
        recordLoginFailure(pending, reason),
        new RefusedByRedirect({ redirectUri, state, ...loginRefusal[reason], cause: "upstream" })
      )
    )
  );
  return { redirectUri, code, state };
});
