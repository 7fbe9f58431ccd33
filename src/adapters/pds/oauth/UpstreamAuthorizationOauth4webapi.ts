import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as oauth from "oauth4webapi";
import { codeChallenge } from "../../../domain/authorization/request/pkce.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { OutboundHttp, type OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import type { ServerNonces } from "../../../domain/session/ServerNonces.ts";
import {
  type DpopKey,
  UpstreamAuthorization,
  type UpstreamFailure
} from "../../../domain/session/UpstreamAuthorization.ts";
import type { UpstreamServer } from "../../../domain/session/UpstreamServer.ts";
import { generateDpopKey } from "../dpop/generateDpopKey.ts";
import { sharedNonces } from "../dpop/SharedNonces.ts";
import { type DpopTransport, sendWithProof } from "../dpop/sendWithProof.ts";
import type { ClientIdentity } from "./ClientIdentity.ts";
import { type CaptureOptions, captureRequest, toResponse } from "./captureRequest.ts";
import { discoverNamed, discoverServer } from "./discoverServer.ts";
import { readAuthorizationResponse, validateResponse } from "./readAuthorizationResponse.ts";
import { readRequestUri } from "./readRequestUri.ts";
import { readTokens } from "./readTokens.ts";
import { type UpstreamClient, upstreamClient } from "./UpstreamClient.ts";
import { failure, upstreamFailureFrom, upstreamRefusal } from "./upstreamFailure.ts";

export interface UpstreamOptions {
  readonly client: ClientIdentity;
  /** The maximum scope requested from PDSes; `atproto transition:generic` by default. */
  readonly scope?: string;
  /** The name of the service on the consent page of a PDS; `Tidemark` by default. */
  readonly name?: string;
}

/** The parameters of a step. */
type StepParameters<Step extends "pushRequest" | "exchangeCode" | "refresh" | "revoke"> = Parameters<
  UpstreamAuthorization["Type"][Step]
>[0];

/**
 * Implements `UpstreamAuthorization` with oauth4webapi, which writes the requests and reads the responses. `OutboundHttp`
 * sends them, with a proof of the session key and the latest nonce of the server.
 */
export const layer = (
  options: UpstreamOptions
): Layer.Layer<UpstreamAuthorization, never, OutboundHttp | ServerNonces> =>
  Layer.effect(
    UpstreamAuthorization,
    Effect.gen(function* () {
      const transport = { http: yield* OutboundHttp, nonces: yield* sharedNonces("authorization-server") };
      const scope = options.scope ?? "atproto transition:generic";
      const us = yield* upstreamClient(options.client, { scope, name: options.name ?? "Tidemark" });
      return UpstreamAuthorization.of({
        scope,
        clientKey: us.clientKey,
        clientMetadata: us.metadata,
        generateKey: generateDpopKey,
        discover: (pds) => discoverServer(transport.http, us.authenticationMethod, pds),
        discoverNamed: (server) => discoverNamed(transport.http, us.authenticationMethod, server),
        pushRequest: (request) => pushRequest(transport, us, request),
        readAuthorizationResponse: (server, parameters, state) =>
          readAuthorizationResponse(serverMetadata(server), us.client, parameters, state),
        exchangeCode: (request) => exchangeCode(transport, us, request),
        refresh: (request) => refresh(transport, us, request),
        revoke: (request) => revoke(transport, us, request)
      });
    })
  );

/** Converts a discovered server for oauth4webapi. */
const serverMetadata = (server: UpstreamServer): oauth.AuthorizationServer => ({
  issuer: server.issuer,
  authorization_endpoint: server.authorizationEndpoint,
  token_endpoint: server.tokenEndpoint,
  pushed_authorization_request_endpoint: server.pushedAuthorizationRequestEndpoint,
  ...(server.revocationEndpoint === null ? {} : { revocation_endpoint: server.revocationEndpoint }),
  authorization_response_iss_parameter_supported: true
});

/** Posts a form with a proof. Any status but that of success is a failure. */
const post = (
  transport: DpopTransport,
  key: DpopKey,
  success: number,
  write: (options: CaptureOptions) => Promise<Response>
): Effect.Effect<OutboundResponse, UpstreamFailure> =>
  sendWithProof(transport, key, null, captureRequest(write)).pipe(
    Effect.mapError(upstreamFailureFrom),
    Effect.filterOrFail((response) => response.status === success, upstreamRefusal)
  );

/** Parses a response with oauth4webapi. A response that it rejects is malformed. */
const read = <A>(process: () => Promise<A>): Effect.Effect<A, UpstreamFailure> =>
  Effect.tryPromise({ try: process, catch: () => failure("malformed") });

/** A PDS accepts a session only from the key that opened it (AT Protocol OAuth, "Clients"). */
const authenticationOf = (us: UpstreamClient, clientKey: string | null = null) =>
  Effect.mapError(Effect.fromNullable(us.authenticationBy(clientKey)), () => failure("client-key-retired"));

const pushRequest = traced("UpstreamAuthorization.pushRequest")(function* (
  transport: DpopTransport,
  us: UpstreamClient,
  { codeVerifier, key, loginHint, scope, server, state }: StepParameters<"pushRequest">
) {
  const metadata = serverMetadata(server);
  const parameters = new URLSearchParams({
    response_type: "code",
    redirect_uri: us.redirectUri,
    scope,
    state,
    code_challenge: codeChallenge(Redacted.value(codeVerifier)),
    code_challenge_method: "S256",
    ...(loginHint === null ? {} : { login_hint: loginHint })
  });
  const response = yield* post(transport, key, 201, (options) =>
    oauth.pushedAuthorizationRequest(metadata, us.client, us.authentication, parameters, options)
  );
  yield* read(() => oauth.processPushedAuthorizationResponse(metadata, us.client, toResponse(response)));
  const location = new URL(server.authorizationEndpoint);
  location.searchParams.set("client_id", us.client.client_id);
  location.searchParams.set("request_uri", yield* readRequestUri(response));
  return location;
});

const exchangeCode = traced("UpstreamAuthorization.exchangeCode")(function* (
  transport: DpopTransport,
  us: UpstreamClient,
  { clientKey, codeVerifier, key, parameters, server, state }: StepParameters<"exchangeCode">
) {
  const metadata = serverMetadata(server);
  const authentication = yield* authenticationOf(us, clientKey);
  const checked = yield* Effect.try({
    try: () => validateResponse(metadata, us.client, parameters, state),
    catch: () => failure("malformed")
  });
  const response = yield* post(transport, key, 200, (options) =>
    oauth.authorizationCodeGrantRequest(
      metadata,
      us.client,
      authentication,
      checked,
      us.redirectUri,
      Redacted.value(codeVerifier),
      options
    )
  );
  yield* read(() => oauth.processAuthorizationCodeResponse(metadata, us.client, toResponse(response)));
  return yield* readTokens(response);
});

const refresh = traced("UpstreamAuthorization.refresh")(function* (
  transport: DpopTransport,
  us: UpstreamClient,
  { clientKey, key, refreshToken, server }: StepParameters<"refresh">
) {
  const metadata = serverMetadata(server);
  const authentication = yield* authenticationOf(us, clientKey);
  const response = yield* post(transport, key, 200, (options) =>
    oauth.refreshTokenGrantRequest(metadata, us.client, authentication, Redacted.value(refreshToken), options)
  );
  yield* read(() => oauth.processRefreshTokenResponse(metadata, us.client, toResponse(response)));
  return yield* readTokens(response);
});

const revoke = traced("UpstreamAuthorization.revoke")(function* (
  transport: DpopTransport,
  us: UpstreamClient,
  { clientKey, key, server, token }: StepParameters<"revoke">
) {
  if (server.revocationEndpoint === null) return;
  const metadata = serverMetadata(server);
  const authentication = yield* authenticationOf(us, clientKey);
  yield* post(transport, key, 200, (options) =>
    oauth.revocationRequest(metadata, us.client, authentication, Redacted.value(token), options)
  );
});
