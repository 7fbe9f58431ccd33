import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { PublicUrl } from "../../../../application/instance/PublicUrl.ts";
import { type ActiveToken, introspectToken } from "../../../../application/token/introspectToken.ts";
import { json, noStore } from "../../server/response/HttpResponse.ts";
import type { Route } from "../../server/routing/Route.ts";
import { handleClientForm } from "../client/handleClientForm.ts";
import { identifyClientAlone } from "../client/identifyClient.ts";
import { InvalidTokenRequest, invalidRequest } from "./InvalidTokenRequest.ts";

const members = (token: ActiveToken, iss: string) => ({
  active: true,
  iss,
  sub: token.sub,
  client_id: token.clientId,
  scope: token.scope,
  iat: token.issuedAt,
  exp: token.expiresAt,
  ...(token.kind === "access" && { aud: iss, token_type: token.jkt === null ? "Bearer" : "DPoP", jti: token.tokenId }),
  ...(token.jkt !== null && { cnf: { jkt: token.jkt } })
});

/** The refusal of a request without client credentials (RFC 7662 section 2.1). */
const anonymous = new InvalidTokenRequest({
  error: "invalid_client",
  description: "introspection requires client authentication"
});

const handle = handleClientForm(
  Effect.fnUntraced(function* (request, form) {
    const token = form.get("token");
    if (token === null) return yield* invalidRequest("token is missing");
    const named = request.header("authorization") ?? form.get("client_id") ?? form.get("client_assertion");
    if (named === null) return yield* anonymous;
    const { client } = yield* identifyClientAlone(request, form);
    const found = yield* introspectToken(client, token);
    const publicUrl = yield* PublicUrl;
    const claims = Option.match(found, {
      onNone: () => ({ active: false }),
      onSome: (active) => members(active, publicUrl)
    });
    return json(200, claims, noStore);
  })
);

type Needs = Effect.Effect.Context<ReturnType<typeof handle>>;

/** The introspection endpoint, for clients with a secret or key of their own (RFC 7662 section 2, RFC 9449 section 6.2). */
export const introspectRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path: "/oauth/introspect", origins: "same", handle: handle }
];
