import * as Effect from "effect/Effect";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import { authenticateClient } from "../../../application/token/authenticateClient.ts";
import { exchangeAuthorizationCode } from "../../../application/token/exchangeAuthorizationCode.ts";
import { refreshAccessToken } from "../../../application/token/refreshAccessToken.ts";
import type { TokenReply } from "../../../application/token/TokenReply.ts";
import { verifyProof } from "../../../application/token/verifyProof.ts";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { InvalidDpopProof } from "../../../domain/dpop/DpopProof.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import { type HttpResponse, json, noStore } from "../server/HttpResponse.ts";
import type { Route } from "../server/Route.ts";
import { clientCredentials } from "./clientCredentials.ts";
import { invalidRequest } from "./InvalidTokenRequest.ts";
import { readForm } from "./readForm.ts";
import { type Grant, readGrant } from "./readGrant.ts";
import { tokenError } from "./tokenErrors.ts";

/** The thumbprint of the key that a request proves; null for a confidential client that proves none. */
const proveKey = (request: HttpRequest, client: RegisteredClient) =>
  Effect.gen(function* () {
    const [proof, ...others] = request.headerLines("dpop");
    if (others.length > 0) return yield* new InvalidDpopProof({ reason: "several" });
    if (proof === undefined) {
      return client.type === "public" ? yield* new InvalidDpopProof({ reason: "missing" }) : null;
    }
    const htu = `${yield* PublicUrl}${request.path}`;
    const { jkt } = yield* verifyProof({ proof, htm: request.method, htu, ath: null, jkt: null });
    return jkt;
  });

const redeem = (client: RegisteredClient, grant: Grant, jkt: string | null) =>
  grant._tag === "Code"
    ? exchangeAuthorizationCode({ ...grant, client, jkt })
    : refreshAccessToken({ ...grant, client, jkt });

const tokenResponse = (reply: TokenReply): HttpResponse =>
  json(
    200,
    {
      access_token: reply.accessToken,
      token_type: reply.tokenType,
      expires_in: reply.expiresIn,
      refresh_token: reply.refreshToken,
      scope: reply.scope,
      sub: reply.sub
    },
    noStore
  );

/** All that can be put right and sent again is checked before anything is used up. */
const answer = (request: HttpRequest) =>
  Effect.gen(function* () {
    if (request.query !== "") return yield* invalidRequest("parameters belong into the body");
    const form = yield* readForm(request);
    const grant = yield* readGrant(form);
    const client = yield* authenticateClient(yield* clientCredentials(request.header("authorization"), form));
    const jkt = yield* proveKey(request, client);
    return tokenResponse(yield* redeem(client, grant, jkt));
  }).pipe(Effect.catchAll((failure) => Effect.succeed(tokenError(failure, request.header("authorization") !== null))));

type Needs = Effect.Effect.Context<ReturnType<typeof answer>>;

/** The token endpoint (RFC 6749 section 3.2). */
export const tokenRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path: "/oauth/token", origins: "any", handle: answer }
];
