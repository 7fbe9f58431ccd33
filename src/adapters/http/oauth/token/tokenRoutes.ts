import * as Effect from "effect/Effect";
import { clientWithoutKey } from "../../../../application/clients/ClientPolicy.ts";
import { PublicUrl } from "../../../../application/instance/PublicUrl.ts";
import { exchangeAuthorizationCode } from "../../../../application/token/exchangeAuthorizationCode.ts";
import { refreshAccessToken } from "../../../../application/token/refreshAccessToken.ts";
import type { TokenReply } from "../../../../application/token/TokenReply.ts";
import { resourceFault } from "../../../../domain/authorization/request/requestAuthorization.ts";
import type { RegisteredClient } from "../../../../domain/client/Client.ts";
import type { SentParameters } from "../../server/request/sentParameters.ts";
import { type HttpResponse, json, noStore } from "../../server/response/HttpResponse.ts";
import type { Route } from "../../server/routing/Route.ts";
import { handleClientForm } from "../client/handleClientForm.ts";
import { identifyClient, requireProof } from "../client/identifyClient.ts";
import { InvalidTokenRequest } from "./InvalidTokenRequest.ts";
import { type Grant, readGrant } from "./readGrant.ts";

const redeemGrant = Effect.fnUntraced(function* (
  { client: authenticated, uses }: Effect.Effect.Success<ReturnType<typeof identifyClient>>,
  grant: Grant,
  jkt: string | null
) {
  const client = jkt === null ? yield* clientWithoutKey(authenticated) : authenticated;
  const holder = { client, jkt, clientKey: authenticated.assertionKey, uses };
  return yield* grant._tag === "Code"
    ? exchangeAuthorizationCode({ ...grant, ...holder })
    : refreshAccessToken({ ...grant, ...holder });
});

/** A client may use only the grant types that it is registered for (RFC 7591 section 2). */
const checkGrantType = ({ grantTypes }: RegisteredClient, grant: Grant) => {
  const grantType = grant._tag === "Code" ? "authorization_code" : "refresh_token";
  return grantTypes.includes(grantType)
    ? Effect.void
    : Effect.fail(
        new InvalidTokenRequest({
          error: "unauthorized_client",
          description: `the client is not registered for grant_type ${grantType}`
        })
      );
};

const tokenResponse = (reply: TokenReply, { grantTypes }: RegisteredClient): HttpResponse =>
  json(
    200,
    {
      access_token: reply.accessToken,
      token_type: reply.tokenType,
      expires_in: reply.expiresIn,
      ...(grantTypes.includes("refresh_token") && { refresh_token: reply.refreshToken }),
      scope: reply.scope,
      sub: reply.sub
    },
    noStore
  );

/** Tokens are valid for the whole service. A request for any other resource is refused (RFC 8707 section 2.2). */
const checkResources = Effect.fnUntraced(function* ({ resources }: SentParameters) {
  const description = resourceFault(resources, yield* PublicUrl);
  if (description !== null) return yield* new InvalidTokenRequest({ error: "invalid_target", description });
});

/** Everything that a client can correct and send again is checked before anything is consumed. */
const handle = handleClientForm(
  Effect.fnUntraced(function* (request, form) {
    const grant = yield* readGrant(form);
    yield* checkResources(form);
    const identified = yield* identifyClient(request, form);
    yield* checkGrantType(identified.client, grant);
    const jkt = yield* requireProof(identified);
    return tokenResponse(yield* redeemGrant(identified, grant, jkt), identified.client);
  })
);

type Needs = Effect.Effect.Context<ReturnType<typeof handle>>;

/** The token endpoint (RFC 6749 section 3.2). */
export const tokenRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path: "/oauth/token", origins: "any", handle: handle }
];
