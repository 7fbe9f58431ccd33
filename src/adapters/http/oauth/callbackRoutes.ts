import * as Effect from "effect/Effect";
import { toSeeOwnSignIns } from "../../../application/account/personLogin.ts";
import { toAdminister } from "../../../application/administer/adminLogins.ts";
import { completeLogin } from "../../../application/authorize/completeLogin.ts";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import { returnPerson } from "../account/returnPerson.ts";
import { type Refusal, refusalPage } from "../pages/refusalPage.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import type { HttpResponse } from "../server/HttpResponse.ts";
import type { Route } from "../server/Route.ts";
import { returnAdmin } from "../settings/returnAdmin.ts";
import { presentedBrowserToken } from "./browserToken.ts";
import { broken, browserMismatch, unavailable, unknownReturn } from "./loginRefusals.ts";
import { refuseByRedirect, returnCode } from "./redirectToApp.ts";

const page = (request: HttpRequest, refusal: Refusal) => Effect.succeed(refusalPage(refusal, request.header("accept")));

const whole = <E, R>(request: HttpRequest, answer: Effect.Effect<HttpResponse, E, R>) =>
  Effect.catchAllDefect(answer, (defect) =>
    Effect.zipRight(Effect.logError("A login failed on its return", defect), page(request, broken(request.id)))
  );

const returnToApp = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const publicUrl = yield* PublicUrl;
    const completed = yield* completeLogin({
      parameters: new URLSearchParams(request.query),
      browserToken: presentedBrowserToken(request, publicUrl)
    });
    return yield* returnCode(completed);
  },
  (effect, request) =>
    Effect.catchTags(effect, {
      UnknownReturn: ({ reason }) => page(request, unknownReturn(reason)),
      BrowserMismatch: () => page(request, browserMismatch),
      RefusedByRedirect: refuseByRedirect,
      EventLogUnavailable: () => page(request, unavailable),
      StorageUnavailable: () => page(request, unavailable),
      RecordIndexUnavailable: () => page(request, unavailable)
    })
);

/** By its `state`, a return is that of somebody who administers, who looks after their sign-ins, or who signs in to an app. */
const complete = (request: HttpRequest) => {
  const state = new URLSearchParams(request.query).get("state") ?? "";
  if (state.startsWith(toAdminister.statePrefix)) return whole(request, returnAdmin(request));
  if (state.startsWith(toSeeOwnSignIns.statePrefix)) return whole(request, returnPerson(request));
  return whole(request, returnToApp(request));
};

type Needs = Effect.Effect.Context<ReturnType<typeof complete>>;

/** Where PDSes send people back to (RFC 6749 section 3.1.2, of the service as a client). */
export const callbackRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["GET"], path: "/oauth/atp/callback", origins: "same", whenSpeculative: "refuse", handle: complete }
];
