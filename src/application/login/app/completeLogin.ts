import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Exit from "effect/Exit";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { traced } from "../../../domain/failure/traced.ts";
import type { AuthorizationResponse } from "../../../domain/session/AuthorizationResponse.ts";
import { AppState, LoginSecrets } from "../../../domain/session/SessionSecrets.ts";
import { forkTask } from "../../background/supervise.ts";
import { getSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { type BrowserCallback, findStoredReply, type SealReply, sealReply } from "../upstream/callbackReplay.ts";
import { checkGrant } from "../upstream/checkGrant.ts";
import { discardTokens } from "../upstream/discardTokens.ts";
import { failureCauseOf } from "../upstream/LoginTerminated.ts";
import { terminationRefusal } from "../upstream/loginRefusals.ts";
import { loginTimeouts, withLoginTimeout } from "../upstream/loginTimeouts.ts";
import { redeemCallback } from "../upstream/redeemCallback.ts";
import { UnknownCallback } from "./callbackErrors.ts";
import { checkBrowser } from "./checkBrowser.ts";
import { checkClientUnchanged } from "./checkClientUnchanged.ts";
import { issueCode } from "./issueCode.ts";
import { claimCallback, findPendingLogin, type PendingLogin } from "./pendingLogin.ts";
import { RefusedByRedirect } from "./RefusedByRedirect.ts";
import { recordLoginFailure } from "./recordLoginFailure.ts";

/** Tokens that arrive after the timeout are revoked. */
const redeemInBackground = Effect.fnUntraced(function* (secrets: LoginSecrets, parameters: AuthorizationResponse) {
  const redeeming = yield* forkTask("redeem the code of a PDS")(
    Effect.interruptible(redeemCallback(secrets, parameters))
  );
  const tokens = Fiber.join(redeeming);
  const revokeLate = Effect.ignore(Effect.flatMap(tokens, (late) => discardTokens(secrets, late)));
  return yield* Effect.onError(withLoginTimeout(loginTimeouts.tokens)(Effect.interruptible(tokens)), () =>
    forkTask("revoke late tokens")(revokeLate)
  );
});

/** What the browser returns to the app with. */
const AppReturn = Schema.Struct({
  redirectUri: Schema.String,
  code: Schema.String,
  state: Schema.NullOr(Schema.String)
});
type AppReturn = typeof AppReturn.Type;

const Reply = Schema.parseJson(Schema.Either({ left: RefusedByRedirect, right: AppReturn }));

const finish = (
  pending: PendingLogin,
  secrets: LoginSecrets,
  parameters: AuthorizationResponse,
  seal: (code: string) => ReturnType<SealReply<AppReturn, RefusedByRedirect>>
) =>
  Effect.zipRight(
    checkClientUnchanged(pending.state.request),
    Effect.acquireUseRelease(
      redeemInBackground(secrets, parameters),
      (tokens) =>
        Effect.flatMap(
          withLoginTimeout(loginTimeouts.check)(checkGrant(pending, secrets, tokens)),
          ({ identity, scope }) => issueCode(pending, { identity, scope, secrets, tokens }, seal)
        ),
      (tokens, exit) => (Exit.isFailure(exit) ? discardTokens(secrets, tokens) : Effect.void)
    )
  );

/** Records an unknown callback only when it belongs to this login. */
const recordUnknown = (pending: PendingLogin, reason: UnknownCallback["reason"]) => {
  if (reason === "not-from-server") return recordLoginFailure(pending, { reason: "issuer-mismatch" });
  if (reason === "client-changed") return recordLoginFailure(pending, { reason: "client-changed" });
  const wasPushed = pending.state.request.requestHash !== undefined;
  return reason === "already-used" && wasPushed ? recordLoginFailure(pending, { reason: "request-used" }) : Effect.void;
};

const complete = Effect.fnUntraced(function* (request: BrowserCallback, seal: SealReply<AppReturn, RefusedByRedirect>) {
  const found = yield* findPendingLogin(request.parameters.state);
  yield* checkBrowser(found, request.browserToken);
  const pending = yield* claimCallback(found);
  const { authorizationId, redirectUri } = pending.state.request;
  const appState = yield* getSecret(AppState, vaultRow.appState(authorizationId));
  const state = Option.match(appState, { onNone: () => null, onSome: (kept) => kept.state });
  const secrets = yield* getSecret(LoginSecrets, vaultRow.login(authorizationId));
  if (Option.isNone(secrets)) return yield* new UnknownCallback({ reason: "expired" });
  const toApp = (code: string): AppReturn => ({ redirectUri, code, state });
  const code = yield* finish(pending, secrets.value, request.parameters, (issued) =>
    seal(Either.right(toApp(issued)))
  ).pipe(
    Effect.tapErrorTag("UnknownCallback", ({ reason }) => recordUnknown(pending, reason)),
    Effect.catchTag("LoginTerminated", (terminated) => {
      const refused = new RefusedByRedirect({
        redirectUri,
        state,
        ...terminationRefusal(terminated),
        cause: "upstream"
      });
      const recorded = Effect.flatMap(seal(Either.left(refused)), (reply) =>
        recordLoginFailure(pending, failureCauseOf(terminated), reply)
      );
      return Effect.zipRight(recorded, refused);
    })
  );
  return toApp(code);
});

/**
 * Completes a login when the PDS redirects the browser back: redeems its code, verifies the account, opens the session
 * and issues a code of its own to the app (RFC 9207, AT Protocol OAuth "Identity verification"). The second of two
 * identical callbacks from one browser receives the first reply for 30 seconds.
 */
export const completeLogin = traced("completeLogin")((request: BrowserCallback) =>
  complete(request, sealReply(Reply, request)).pipe(
    Effect.catchIf(
      (error) => error._tag === "UnknownCallback" && error.reason === "already-used",
      (used) =>
        Effect.flatMap(
          findStoredReply(Reply, request, "upstream-state"),
          Option.getOrElse(() => Either.left(used))
        )
    )
  )
);
