import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Exit from "effect/Exit";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { AppState, LoginSecrets } from "../../domain/session/SessionSecrets.ts";
import { forkTask } from "../background/supervise.ts";
import { getSecret, vaultRow } from "../session/vaultSecrets.ts";
import { checkClient } from "./checkClient.ts";
import { checkGrant } from "./checkGrant.ts";
import { discardTokens } from "./discardTokens.ts";
import { issueCode } from "./issueCode.ts";
import { whyOf } from "./LoginStopped.ts";
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
import { stoppedRefusal } from "./refusals.ts";
import { type BrowserReturn, type KeepReply, keepReply, repeatedReply } from "./returnReplies.ts";
import { stopAfter } from "./stopAfter.ts";
import { waitAtMost } from "./waitAtMost.ts";

/** The tokens of a PDS that takes longer than somebody waits for it come all the same, and are given back. */
const redeem = Effect.fnUntraced(function* (secrets: LoginSecrets, parameters: URLSearchParams) {
  const redeeming = yield* forkTask("redeem the code of a PDS")(
    Effect.interruptible(redeemReturn(secrets, parameters))
  );
  const tokens = Fiber.join(redeeming);
  const giveBack = Effect.ignore(Effect.flatMap(tokens, (late) => discardTokens(secrets, late)));
  return yield* Effect.onError(stopAfter(waitAtMost.tokens)(Effect.interruptible(tokens)), () =>
    forkTask("give back late tokens")(giveBack)
  );
});

/** What the browser takes back to the app. */
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
  parameters: URLSearchParams,
  keep: (code: string) => ReturnType<KeepReply<AppReturn, RefusedByRedirect>>
) =>
  Effect.zipRight(
    checkClient(pending.state.request),
    Effect.acquireUseRelease(
      redeem(secrets, parameters),
      (tokens) =>
        Effect.flatMap(stopAfter(waitAtMost.check)(checkGrant(pending, secrets, tokens)), ({ identity, scope }) =>
          issueCode(pending, { identity, scope, secrets, tokens }, keep)
        ),
      (tokens, exit) => (Exit.isFailure(exit) ? discardTokens(secrets, tokens) : Effect.void)
    )
  );

/** A return that is nobody's business is not written down; one that belongs to this login is. */
const recordUnknown = (pending: PendingLogin, reason: UnknownReturn["reason"]) => {
  if (reason === "not-from-server") return recordLoginFailure(pending, { reason: "issuer-mismatch" });
  if (reason === "client-changed") return recordLoginFailure(pending, { reason: "client-changed" });
  const wasPushed = pending.state.request.requestHash !== undefined;
  return reason === "already-used" && wasPushed ? recordLoginFailure(pending, { reason: "request-used" }) : Effect.void;
};

const complete = Effect.fnUntraced(function* (request: BrowserReturn, keep: KeepReply<AppReturn, RefusedByRedirect>) {
  const found = yield* findPendingLogin(request.parameters.get("state"));
  yield* checkBrowser(found, request.browserToken);
  const pending = yield* claimReturn(found);
  const { authorizationId, redirectUri } = pending.state.request;
  const appState = yield* getSecret(AppState, vaultRow.appState(authorizationId));
  const state = Option.match(appState, { onNone: () => null, onSome: (kept) => kept.state });
  const secrets = yield* getSecret(LoginSecrets, vaultRow.login(authorizationId));
  if (Option.isNone(secrets)) return yield* new UnknownReturn({ reason: "expired" });
  const toApp = (code: string): AppReturn => ({ redirectUri, code, state });
  const code = yield* finish(pending, secrets.value, request.parameters, (issued) =>
    keep(Either.right(toApp(issued)))
  ).pipe(
    Effect.tapErrorTag("UnknownReturn", ({ reason }) => recordUnknown(pending, reason)),
    Effect.catchTag("LoginStopped", (stopped) => {
      const refused = new RefusedByRedirect({ redirectUri, state, ...stoppedRefusal(stopped), cause: "upstream" });
      return Effect.zipRight(recordLoginFailure(pending, whyOf(stopped), keep(Either.left(refused))), refused);
    })
  );
  return toApp(code);
});

/**
 * Takes up a login where the PDS returns the browser: redeems its code, checks who signed in, opens the session and
 * gives the app a code of its own (RFC 9207, AT Protocol OAuth "Identity verification"). The second of two equal returns
 * from one browser gets the reply to the first for 30 seconds.
 */
export const completeLogin = Effect.fn("completeLogin")((request: BrowserReturn) =>
  complete(request, keepReply(Reply, request)).pipe(
    Effect.catchIf(
      (error) => error._tag === "UnknownReturn" && error.reason === "already-used",
      (used) =>
        Effect.flatMap(
          repeatedReply(Reply, request, "upstream-state"),
          Option.getOrElse(() => Either.left(used))
        )
    )
  )
);
