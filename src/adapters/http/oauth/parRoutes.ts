import * as Effect from "effect/Effect";
import { pushAuthorization } from "../../../application/authorize/pushAuthorization.ts";
import { json, noStore } from "../server/HttpResponse.ts";
import type { Route } from "../server/Route.ts";
import { answerClient } from "./answerClient.ts";
import { identifyClient } from "./identifyClient.ts";
import { readAuthorizationRequest } from "./readAuthorizationRequest.ts";

const answer = answerClient(
  Effect.fnUntraced(function* (request, form) {
    const identified = yield* identifyClient(request, form);
    const pushed = yield* pushAuthorization({ ...identified, parameters: readAuthorizationRequest(form) });
    return json(201, { request_uri: pushed.requestUri, expires_in: pushed.expiresIn }, noStore);
  })
);

type Needs = Effect.Effect.Context<ReturnType<typeof answer>>;

/** The endpoint for pushed authorization requests (RFC 9126 section 2). */
export const parRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path: "/oauth/par", origins: "any", handle: answer }
];
