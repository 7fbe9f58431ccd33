import * as Effect from "effect/Effect";
import { selfServicePurpose } from "../../../application/account/personLogin.ts";
import { adminPurpose } from "../../../application/admin/adminLogins.ts";
import { handleAccountCallback } from "../account/handleAccountCallback.ts";
import { limitAddresses } from "../limits/limitAddresses.ts";
import { broken } from "../oauth/authorize/loginRefusals.ts";
import { returnToApp } from "../oauth/returnToApp.ts";
import { tooManyByPage } from "../oauth/tooManyByPage.ts";
import { errorPage } from "../pages/errorPage.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import type { HttpResponse } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { handleAdminCallback } from "../settings/handleAdminCallback.ts";

const orBroken = <E, R>(request: HttpRequest, answer: Effect.Effect<HttpResponse, E, R>) =>
  Effect.catchAllDefect(answer, (defect) =>
    Effect.as(
      Effect.logError("A login failed on its return", defect),
      errorPage(broken(request.id), request.header("accept"))
    )
  );

/** The `state` of a callback identifies the login of an admin, of a user of /account, or of an app. */
const complete = (request: HttpRequest) => {
  const state = new URLSearchParams(request.query).get("state") ?? "";
  if (state.startsWith(adminPurpose.statePrefix)) return orBroken(request, handleAdminCallback(request));
  if (state.startsWith(selfServicePurpose.statePrefix)) return orBroken(request, handleAccountCallback(request));
  return orBroken(request, returnToApp(request));
};

type Needs = Effect.Effect.Context<ReturnType<typeof complete>>;

const routes: ReadonlyArray<Route<Needs>> = [
  { methods: ["GET"], path: "/oauth/atp/callback", origins: "same", whenSpeculative: "refuse", handle: complete }
];

/** The route to which PDSes redirect browsers after any login (RFC 6749 section 3.1.2, with the service as client). */
export const callbackRoutes = limitAddresses(routes, { cost: 1, refuse: tooManyByPage });
