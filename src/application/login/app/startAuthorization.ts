import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { AuthorizationRequested } from "../../../domain/authorization/AuthorizationEvent.ts";
import type { AuthorizationParameters } from "../../../domain/authorization/request/requestAuthorization.ts";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import { isRegisteredByOperator, type RegisteredClient } from "../../../domain/client/Client.ts";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { AppState } from "../../../domain/session/SessionSecrets.ts";
import { recordClientDocument } from "../../clients/document/recordClientDocument.ts";
import { findClient } from "../../clients/findClient.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { putSecret, vaultRow } from "../../vault/vaultSecrets.ts";
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

const begin = Effect.fnUntraced(function* (
  { clientId, documentDigest }: RegisteredClient,
  { requestHash, state, valid }: CheckedRequest,
  browserToken: string
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
  const atomically = yield* Atomically;
  yield* atomically.run(
    Effect.zipRight(
      putSecret(AppState, vaultRow.appState(authorizationId), { state }, event.expiresAt),
      appendEvents(streamName("authorization", authorizationId), 0, [event], {
        actor: { type: "client", id: clientId },
        clientId,
        authorizationId
      }).pipe(Effect.catchTag("VersionConflict", Effect.die))
    )
  );
  return { authorizationId, clientId, version: 1, redirectUri: valid.redirectUri, state } satisfies LoginContext;
});

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

  yield* recordClientDocument(client);
  const loginContext = yield* begin(client, checked, request.browserToken);
  const target = yield* resolveTargetOrRefuse(loginContext, hint);
  if (!isRegisteredByOperator(client)) return yield* promptConfirmation(loginContext, client, checked.valid, target);
  return {
    _tag: "GoUpstream",
    location: yield* startUpstreamLogin(loginContext, target)
  } satisfies AuthorizationStarted;
});
