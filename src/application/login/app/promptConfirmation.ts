import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { ConfirmationAsked } from "../../../domain/authorization/AuthorizationEvent.ts";
import type { ValidRequest } from "../../../domain/authorization/request/requestAuthorization.ts";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { sealedSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { LoginTarget } from "../upstream/loginSecrets.ts";
import { commitLoginEvent, type LoginContext } from "../upstream/loginSteps.ts";

/** What a user is shown about an unverified client, and what the response must contain. */
export interface ConfirmationNeeded {
  readonly _tag: "AskConfirmation";
  readonly confirmation: string;
  readonly client: RegisteredClient;
  readonly redirectUri: string;
  readonly scope: string;
  readonly target: LoginTarget;
}

/** Returns a hash that changes with anything that the user was shown, or that decides where the response goes. */
export const shownHash = (client: RegisteredClient, request: Pick<ValidRequest, "redirectUri" | "scope">): string => {
  const { clientId, documentDigest, name, tokenEndpointAuthMethod, jwks, jwksUri } = client;
  const { redirectUri, scope } = request;
  return sha256Base64Url(
    JSON.stringify([clientId, documentDigest, name, tokenEndpointAuthMethod, jwks, jwksUri, redirectUri, scope])
  );
};

/** Stores where the login continues, and prompts the user first. The PDS has received nothing yet. */
export const promptConfirmation = Effect.fnUntraced(function* (
  loginContext: LoginContext,
  client: RegisteredClient,
  request: ValidRequest,
  target: LoginTarget
) {
  const { authorizationId } = loginContext;
  const confirmation = yield* randomText(32);
  const asked = new ConfirmationAsked({
    authorizationId,
    confirmationHash: sha256Base64Url(confirmation),
    shownHash: shownHash(client, request)
  });
  const expiresAt = (yield* Clock.currentTimeMillis) + lifetimes.login;
  const sealed = yield* sealedSecret(LoginTarget, vaultRow.confirmation(authorizationId), target, expiresAt);
  yield* Effect.catchTag(commitLoginEvent(loginContext, asked, [sealed]), "VersionConflict", Effect.die);
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
