import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { AuthorizationRequested } from "../../domain/authorization/AuthorizationEvent.ts";
import { lifetimes } from "../../domain/authorization/lifetimes.ts";
import type { AuthorizationParameters } from "../../domain/authorization/requestAuthorization.ts";
import { ClientRegistry } from "../../domain/client/ClientRegistry.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { AppState } from "../../domain/session/SessionSecrets.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { putSecret, vaultRow } from "../session/vaultSecrets.ts";
import { type Begun, findTarget, goUpstream } from "./goUpstream.ts";
import { type CheckedRequest, readRequest } from "./readRequest.ts";

/** No client of this instance has that id; there is nowhere to send the browser to. */
export class UnknownClient extends Schema.TaggedError<UnknownClient>()("UnknownClient", {
  clientId: Schema.NullOr(Schema.String)
}) {}

/** Where the browser goes next: to the PDS, or to the service's own form for a handle. */
export type AuthorizationStarted =
  | { readonly _tag: "GoUpstream"; readonly location: string }
  | { readonly _tag: "AskHandle"; readonly clientName: string };

const findClient = (clientId: string | undefined) =>
  Effect.gen(function* () {
    const registry = yield* ClientRegistry;
    const found = clientId === undefined ? Option.none() : yield* registry.get(clientId);
    return yield* Effect.mapError(found, () => new UnknownClient({ clientId: clientId ?? null }));
  });

const begin = (clientId: string, { requestHash, state, valid }: CheckedRequest, browserToken: string) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis;
    const authorizationId = `auth_${yield* randomText(16)}`;
    const event = new AuthorizationRequested({
      authorizationId,
      clientId,
      ...valid,
      browserHash: sha256Base64Url(browserToken),
      ...(requestHash !== null && { requestHash }),
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
    return { authorizationId, clientId, version: 1, redirectUri: valid.redirectUri, state } satisfies Begun;
  });

/**
 * Begins an authorization: checks the request, finds the person's PDS, and pushes the service's own request to its
 * authorization server. Each step is an event (RFC 6749 section 4.1.1, RFC 9126, AT Protocol OAuth).
 */
export const startAuthorization = Effect.fn("startAuthorization")(function* (request: {
  readonly clientId: string | undefined;
  readonly parameters: AuthorizationParameters;
  readonly browserToken: string;
}) {
  const client = yield* findClient(request.clientId);
  const checked = yield* readRequest(client, request.parameters);
  const hint = checked.loginHint;
  if (hint === null) return { _tag: "AskHandle", clientName: client.name } satisfies AuthorizationStarted;

  const begun = yield* begin(client.clientId, checked, request.browserToken);
  const target = yield* findTarget(begun, hint);
  return { _tag: "GoUpstream", location: yield* goUpstream(begun, target) } satisfies AuthorizationStarted;
});
