import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { Authorization } from "../../../domain/authorization/Authorization.ts";
import { ClientConfirmed, ClientDeclined } from "../../../domain/authorization/AuthorizationEvent.ts";
import { trustedRedirectUri } from "../../../domain/authorization/request/requestAuthorization.ts";
import { constantTimeEqual } from "../../../domain/crypto/constantTimeEqual.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { Lookup } from "../../../domain/event/Lookup.ts";
import type { VaultChange } from "../../../domain/event/UnitOfWork.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { AppState } from "../../../domain/session/SessionSecrets.ts";
import { findClient } from "../../clients/findClient.ts";
import { authorizations } from "../../event/aggregates.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";
import { getSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { loginRefusal } from "../upstream/loginRefusals.ts";
import { erasedLoginSecrets, LoginTarget } from "../upstream/loginSecrets.ts";
import { commitLoginEvent, type LoginContext } from "../upstream/loginSteps.ts";
import { startUpstreamLogin } from "../upstream/startUpstreamLogin.ts";
import { shownHash } from "./promptConfirmation.ts";
import { RefusedByRedirect } from "./RefusedByRedirect.ts";

/** A response to no open consent page, or from another browser. It changes nothing. */
export class ConfirmationRefused extends Schema.TaggedError<ConfirmationRefused>()("ConfirmationRefused", {
  reason: Schema.Literal("unknown", "already-answered", "expired", "other-browser", "client-changed")
}) {}

type Awaiting = Extract<Authorization, { readonly _tag: "AwaitingConfirmation" }>;

const refuse = (reason: ConfirmationRefused["reason"]) => new ConfirmationRefused({ reason });

/** Finds the consent page that a response belongs to, if it was shown to this browser and is still open. */
const findOpenConfirmation = Effect.fnUntraced(function* (confirmation: string, browserToken: string | null) {
  const lookup = yield* Lookup;
  const stream = yield* lookup.find("confirmation", sha256Base64Url(confirmation));
  if (Option.isNone(stream)) return yield* refuse("unknown");
  const { state, version } = yield* loadAggregate(authorizations, stream.value);
  if (!("request" in state)) return yield* refuse("unknown");
  const { browserHash, expiresAt } = state.request;
  if (browserToken === null || !constantTimeEqual(browserHash, sha256Base64Url(browserToken))) {
    return yield* refuse("other-browser");
  }
  if (state._tag !== "AwaitingConfirmation") return yield* refuse("already-answered");
  if ((yield* Clock.currentTimeMillis) >= expiresAt) return yield* refuse("expired");
  return { state, version };
});

/** Checks that what was shown is unchanged, and that the redirect URI still belongs to the client. */
const checkUnchanged = Effect.fnUntraced(
  function* ({ asked, request }: Awaiting) {
    const client = yield* Effect.flatten(findClient(request.clientId));
    yield* trustedRedirectUri(client, request.redirectUri);
    if (shownHash(client, request) !== asked.shownHash) return yield* refuse("client-changed");
  },
  Effect.catchTags({
    NoSuchElementException: () => refuse("client-changed"),
    UntrustedRedirect: () => refuse("client-changed"),
    ClientDocumentUnusable: () => refuse("client-changed")
  })
);

/** The target is not needed any longer, nor is anything else if the user declined. */
const step = (loginContext: LoginContext, event: ClientConfirmed | ClientDeclined) => {
  const { authorizationId } = loginContext;
  const secrets: ReadonlyArray<VaultChange> = [
    { _tag: "Remove", row: vaultRow.confirmation(authorizationId) },
    ...(event._tag === "ClientDeclined.v1" ? erasedLoginSecrets(authorizationId) : [])
  ];
  return Effect.catchTag(commitLoginEvent(loginContext, event, secrets), "VersionConflict", () =>
    refuse("already-answered")
  );
};

/**
 * Handles the user's response to the consent page of a client: continues to the PDS, or returns to the app with
 * `access_denied`. Each consent page accepts one response, from the browser it was shown to.
 */
export const submitConfirmation = traced("submitConfirmation")(function* (answer: {
  readonly confirmation: string;
  readonly allowed: boolean;
  readonly browserToken: string | null;
}) {
  const { state, version } = yield* findOpenConfirmation(answer.confirmation, answer.browserToken);
  yield* checkUnchanged(state);
  const { authorizationId, clientId, redirectUri } = state.request;
  const kept = yield* getSecret(AppState, vaultRow.appState(authorizationId));
  const target = yield* getSecret(LoginTarget, vaultRow.confirmation(authorizationId));
  if (Option.isNone(kept) || Option.isNone(target)) return yield* refuse("expired");
  const loginContext: LoginContext = { authorizationId, clientId, version, redirectUri, state: kept.value.state };
  if (!answer.allowed) {
    yield* step(loginContext, new ClientDeclined({ authorizationId }));
    const declined = loginRefusal["access-denied"];
    return yield* new RefusedByRedirect({ redirectUri, state: loginContext.state, ...declined, cause: "request" });
  }
  yield* step(loginContext, new ClientConfirmed({ authorizationId }));
  return yield* startUpstreamLogin({ ...loginContext, version: version + 1 }, target.value);
});
