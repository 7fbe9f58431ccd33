import * as Effect from "effect/Effect";
import { pushAuthorization } from "../../../../application/login/app/pushAuthorization.ts";
import { json, noStore } from "../../server/response/HttpResponse.ts";
import type { Route } from "../../server/routing/Route.ts";
import { handleClientForm } from "../client/handleClientForm.ts";
import { identifyClient } from "../client/identifyClient.ts";
import { readAuthorizationRequest } from "./readAuthorizationRequest.ts";

const handle = handleClientForm(
  Effect.fnUntraced(function* (request, form) {
    const identified = yield* identifyClient(request, form);
    const pushed = yield* pushAuthorization({ ...identified, parameters: readAuthorizationRequest(form) });
    return json(201, { request_uri: pushed.requestUri, expires_in: pushed.expiresIn }, noStore);
  })
);

type Needs = Effect.Effect.Context<ReturnType<typeof handle>>;

/** The endpoint for pushed authorization requests (RFC 9126 section 2). */
export const parRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path: "/oauth/par", origins: "any", handle: handle }
];
