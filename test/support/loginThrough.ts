import * as Effect from "effect/Effect";
import { readCallback } from "../../src/adapters/http/browser/readCallback.ts";
import type { PdsAccount } from "../../src/adapters/memory/pds/PdsMemory.ts";
import * as PdsMemory from "../../src/adapters/memory/pds/PdsMemory.ts";
import { registerClient } from "../../src/application/clients/registration/registerClient.ts";
import { completeLogin } from "../../src/application/login/app/completeLogin.ts";
import { startAuthorization } from "../../src/application/login/app/startAuthorization.ts";
import { exchangeAuthorizationCode } from "../../src/application/token/exchangeAuthorizationCode.ts";
import { codeChallenge } from "../../src/domain/authorization/request/pkce.ts";
import type { AuthorizationParameters } from "../../src/domain/authorization/request/requestAuthorization.ts";
import type { ClientProposal } from "../../src/domain/client/registration/ClientProposal.ts";
import { ClientRegistry } from "../../src/domain/client/registry/ClientRegistry.ts";

export const codeVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const redirectUri = "https://client.example/callback";
export const browserToken = "the browser's own token";

export const publicClient: ClientProposal = {
  name: "An app",
  type: "public",
  redirectUris: [redirectUri],
  scope: "atproto transition:generic",
  tokenEndpointAuthMethod: null
};

/** Registers a client as the operator. */
export const registered = (proposal: ClientProposal = publicClient) =>
  Effect.gen(function* () {
    const { clientId, secret } = yield* registerClient(proposal, { _tag: "Operator" });
    const registry = yield* ClientRegistry;
    return { client: yield* Effect.orDie(Effect.flatten(registry.get(clientId))), secret };
  });

/** What an app asks with; nobody is named yet. */
export const parameters = {
  redirect_uri: redirectUri,
  response_type: "code",
  code_challenge: codeChallenge(codeVerifier),
  code_challenge_method: "S256",
  state: "the app's state"
};

/** Sends an app's request, as far as the PDS. */
export const request = (clientId: string, account: PdsAccount, more: Partial<AuthorizationParameters> = {}) =>
  startAuthorization({
    clientId,
    browserToken,
    parameters: { ...parameters, login_hint: account.handle, ...more }
  });

/** Sends an app's request, signs in at the PDS as somebody, and gives the parameters that the browser comes back with. */
export const returned = (
  clientId: string,
  asked: PdsAccount,
  signedIn: PdsAccount = asked,
  more: Partial<AuthorizationParameters> = {}
) =>
  Effect.gen(function* () {
    const started = yield* request(clientId, asked, more);
    if (started._tag !== "GoUpstream") return yield* Effect.dieMessage("the service asks for a handle");
    const pds = yield* PdsMemory.PdsMemory;
    return yield* pds.approve(new URL(started.location), signedIn.did);
  });

/** Sends an app's request, approves at the PDS, and comes back with the service's own code. */
export const approved = (clientId: string, account: PdsAccount, more: Partial<AuthorizationParameters> = {}) =>
  Effect.flatMap(returned(clientId, account, account, more), (back) =>
    completeLogin({ ...readCallback(back), browserToken })
  );

/** The whole way to tokens that are bound to a key by its thumbprint. */
export const loggedIn = (account: PdsAccount, jkt = "thumbprint") =>
  Effect.gen(function* () {
    const { client } = yield* registered();
    const { code } = yield* approved(client.clientId, account);
    const tokens = yield* exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt });
    return { client, code, tokens, jkt };
  });
