import * as Effect from "effect/Effect";
import { revokeToken } from "../../../../application/token/revokeToken.ts";
import { type HttpResponse, json, noStore } from "../../server/response/HttpResponse.ts";
import type { Route } from "../../server/routing/Route.ts";
import { handleClientForm } from "../client/handleClientForm.ts";
import { identifyClientAlone } from "../client/identifyClient.ts";
import { invalidRequest } from "./InvalidTokenRequest.ts";

/** RFC 7009 section 2.2 requires clients to ignore the body, but some parse it by its type. */
const revoked: HttpResponse = json(200, {}, noStore);

const handle = handleClientForm(
  Effect.fnUntraced(function* (request, form) {
    const token = form.get("token");
    if (token === null) return yield* invalidRequest("token is missing");
    yield* revokeToken({ ...(yield* identifyClientAlone(request, form)), token });
    return revoked;
  })
);

type Needs = Effect.Effect.Context<ReturnType<typeof handle>>;

/** The revocation endpoint (RFC 7009 section 2). `token_type_hint` is not needed, because tokens identify their type. */
export const revokeRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path: "/oauth/revoke", origins: "any", handle: handle }
];
