import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { ConfirmationAsked } from "../../domain/authorization/AuthorizationEvent.ts";
import { lifetimes } from "../../domain/authorization/lifetimes.ts";
import type { ValidRequest } from "../../domain/authorization/requestAuthorization.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { putSecret, vaultRow } from "../session/vaultSecrets.ts";
import { type Begun, recordStep } from "./goUpstream.ts";
import { LoginTarget } from "./LoginTarget.ts";

/** What a person is asked about a client that nobody here vouches for, and what the answer must bring. */
export interface ConfirmationNeeded {
  readonly _tag: "AskConfirmation";
  readonly confirmation: string;
  readonly client: RegisteredClient;
  readonly redirectUri: string;
  readonly scope: string;
  readonly target: LoginTarget;
}

/** Changes when anything changes that the person was shown, or that decides where the answer goes. */
export const shownHash = (client: RegisteredClient, request: Pick<ValidRequest, "redirectUri" | "scope">): string => {
  const { clientId, documentDigest, name, tokenEndpointAuthMethod, jwks, jwksUri } = client;
  const { redirectUri, scope } = request;
  return sha256Base64Url(
    JSON.stringify([clientId, documentDigest, name, tokenEndpointAuthMethod, jwks, jwksUri, redirectUri, scope])
  );
};

/** Keeps where the login would go on, and asks the person first: nothing was said to the PDS yet. */
export const askConfirmation = Effect.fnUntraced(function* (
  begun: Begun,
  client: RegisteredClient,
  request: ValidRequest,
  target: LoginTarget
) {
  const { authorizationId } = begun;
  const confirmation = yield* randomText(32);
  const asked = new ConfirmationAsked({
    authorizationId,
    confirmationHash: sha256Base64Url(confirmation),
    shownHash: shownHash(client, request)
  });
  const expiresAt = (yield* Clock.currentTimeMillis) + lifetimes.login;
  const atomically = yield* Atomically;
  yield* atomically.run(
    Effect.zipRight(
      putSecret(LoginTarget, vaultRow.confirmation(authorizationId), target, expiresAt),
      Effect.catchTag(recordStep(begun, asked), "VersionConflict", Effect.die)
    )
  );
  const { redirectUri, scope } = request;
  return {
    _tag: "AskConfirmation",
    confirmation,
    client,
    redirectUri,
    scope,
    target
  } satisfies ConfirmationNeeded;
});
