import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { AuthorizationRequested } from "../../../domain/authorization/AuthorizationEvent.ts";
import { PushedRequestRefused, unusedVersion } from "../../../domain/authorization/request/PushedRequest.ts";
import type { AuthorizationParameters } from "../../../domain/authorization/request/requestAuthorization.ts";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import { isRegisteredByOperator, type RegisteredClient } from "../../../domain/client/Client.ts";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { AppState } from "../../../domain/session/SessionSecrets.ts";
import { recordClientDocument, recordedDocument } from "../../clients/document/recordClientDocument.ts";
import { findClient } from "../../clients/findClient.ts";
import { commitEvents, type StreamVersion } from "../../event/commitEvents.ts";
import { isConflict } from "../../event/retryConflicts.ts";
import { sealedSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import type { LoginContext } from "../upstream/loginSteps.ts";
import { resolveTargetOrRefuse } from "../upstream/resolveTarget.ts";
import { startUpstreamLogin } from "../upstream/startUpstreamLogin.ts";
import { type ConfirmationNeeded, promptConfirmation } from "./promptConfirmation.ts";
import { type CheckedRequest, readAuthorizationRequest } from "./readAuthorizationRequest.ts";

/** No client of this instance has this id, so there is nowhere to redirect the browser to. */
export class UnknownClient extends Schema.TaggedError<UnknownClient>()("UnknownClient", {
  clientId: Schema.NullOr(Schema.String)
}) {}

/** Where the browser goes next: to the PDS, to the form for a handle, or to the consent page for the client. */
type AuthorizationStarted =
  | { readonly _tag: "GoUpstream"; readonly location: string }
  | { readonly _tag: "AskHandle"; readonly clientName: string }
  | ConfirmationNeeded;

const namedClient = Effect.fnUntraced(function* (clientId: string | undefined) {
  const found = clientId === undefined ? Option.none() : yield* findClient(clientId);
  return yield* Effect.mapError(found, () => new UnknownClient({ clientId: clientId ?? null }));
});

/** The versions that a decision to begin depends on: a pushed request is unused. */
const unusedRequest = ({ requestHash }: CheckedRequest): ReadonlyArray<StreamVersion> =>
  requestHash === null ? [] : [{ stream: streamName("pushed-request", requestHash), version: unusedVersion }];

const begin = Effect.fnUntraced(function* (
  { clientId, documentDigest }: RegisteredClient,
  { requestHash, state, valid }: CheckedRequest,
  browserToken: string,
  unchanged: ReadonlyArray<StreamVersion>
) {
  const now = yield* Clock.currentTimeMillis;
  const authorizationId = `auth_${yield* randomText(16)}`;
  const event = new AuthorizationRequested({
    authorizationId,
    clientId,
    ...valid,
    browserHash: sha256Base64Url(browserToken),
    ...(requestHash !== null && { requestHash }),
    ...(documentDigest !== null && { documentDigest }),
    requestedAt: now,
    expiresAt: now + lifetimes.login
  });
  yield* commitEvents({
    stream: streamName("authorization", authorizationId),
    version: 0,
    events: [event],
    metadata: { actor: { type: "client", id: clientId }, clientId, authorizationId },
    secrets: [yield* sealedSecret(AppState, vaultRow.appState(authorizationId), { state }, event.expiresAt)],
    unchanged
  });
  return { authorizationId, clientId, version: 1, redirectUri: valid.redirectUri, state } satisfies LoginContext;
});

/** Begins an authorization, whose request nobody used meanwhile, with a client whose document is recorded as it is. */
const beginRecorded = Effect.fnUntraced(
  function* (client: RegisteredClient, checked: CheckedRequest, browserToken: string) {
    const unused = unusedRequest(checked);
    const recorded = yield* recordedDocument(client);
    if (recorded !== null) {
      const begun = begin(client, checked, browserToken, [...unused, recorded]);
      const isOutdated = (error: unknown) => isConflict(error) && error.stream === recorded.stream;
      const context = yield* Effect.catchIf(Effect.asSome(begun), isOutdated, () => Effect.succeedNone);
      if (Option.isSome(context)) return context.value;
    }
    yield* recordClientDocument(client);
    return yield* begin(client, checked, browserToken, unused);
  },
  Effect.catchIf(isConflict, (conflict) =>
    conflict.stream.startsWith(streamName("pushed-request", ""))
      ? new PushedRequestRefused({ reason: "used" })
      : Effect.die(conflict)
  )
);

/**
 * Starts an authorization: validates the request, finds the user's PDS, and pushes a request of the service to its
 * authorization server. Each step is an event (RFC 6749 section 4.1.1, RFC 9126, AT Protocol OAuth).
 */
export const startAuthorization = traced("startAuthorization")(function* (request: {
  readonly clientId: string | undefined;
  readonly parameters: AuthorizationParameters;
  readonly browserToken: string;
}) {
  const client = yield* namedClient(request.clientId);
  const checked = yield* readAuthorizationRequest(client, request.parameters);
  const hint = checked.loginHint;
  if (hint === null) return { _tag: "AskHandle", clientName: client.name } satisfies AuthorizationStarted;

  const loginContext = yield* beginRecorded(client, checked, request.browserToken);
  const target = yield* resolveTargetOrRefuse(loginContext, hint);
  if (!isRegisteredByOperator(client)) return yield* promptConfirmation(loginContext, client, checked.valid, target);
  return {
    _tag: "GoUpstream",
    location: yield* startUpstreamLogin(loginContext, target)
  } satisfies AuthorizationStarted;
});
