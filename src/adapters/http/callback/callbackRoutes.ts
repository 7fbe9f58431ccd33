import * as Effect from "effect/Effect";
import { toSeeOwnSignIns } from "../../../application/account/personLogin.ts";
import { toAdminister } from "../../../application/administer/adminLogins.ts";
import { returnPerson } from "../account/returnPerson.ts";
import { limitAddresses } from "../limits/limitAddresses.ts";
import { broken } from "../oauth/loginRefusals.ts";
import { returnToApp } from "../oauth/returnToApp.ts";
import { tooManyByPage } from "../oauth/tooManyByPage.ts";
import { refusalPage } from "../pages/refusalPage.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import type { HttpResponse } from "../server/HttpResponse.ts";
import type { Route } from "../server/Route.ts";
import { returnAdmin } from "../settings/returnAdmin.ts";

const orBroken = <E, R>(request: HttpRequest, answer: Effect.Effect<HttpResponse, E, R>) =>
  Effect.catchAllDefect(answer, (defect) =>
    Effect.as(
      Effect.logError("A login failed on its return", defect),
      refusalPage(broken(request.id), request.header("accept"))
    )
  );

/** The `state` of a return tells whether it belongs to an admin, to a user of /account, or to a login of an app. */
const complete = (request: HttpRequest) => {
  const state = new URLSearchParams(request.query).get("state") ?? "";
  if (state.startsWith(toAdminister.statePrefix)) return orBroken(request, returnAdmin(request));
  if (state.startsWith(toSeeOwnSignIns.statePrefix)) return orBroken(request, returnPerson(request));
  return orBroken(request, returnToApp(request));
};

type Needs = Effect.Effect.Context<ReturnType<typeof complete>>;

const routes: ReadonlyArray<Route<Needs>> = [
  { methods: ["GET"], path: "/oauth/atp/callback", origins: "same", whenSpeculative: "refuse", handle: complete }
];

/** Where PDSes send browsers back to, for all kinds of login (RFC 6749 section 3.1.2, of the service as a client). */
export const callbackRoutes = limitAddresses(routes, { cost: 1, refuse: tooManyByPage });
