import * as Effect from "effect/Effect";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { completeLogin } from "../../../application/login/app/completeLogin.ts";
import { presentedBrowserToken } from "../browser/browserToken.ts";
import { readCallback } from "../browser/readCallback.ts";
import { type ErrorPage, errorPage } from "../pages/errorPage.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { browserMismatch, unavailable, unknownReturn } from "./authorize/loginRefusals.ts";
import { refuseByRedirect, returnCode } from "./authorize/redirectToApp.ts";

const page = (request: HttpRequest, refusal: ErrorPage) => Effect.succeed(errorPage(refusal, request.header("accept")));

/** Completes the login of an app at the callback from a PDS, and redirects the browser to the app with a code. */
export const returnToApp = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const publicUrl = yield* PublicUrl;
    const completed = yield* completeLogin({
      ...readCallback(new URLSearchParams(request.query)),
      browserToken: presentedBrowserToken(request, publicUrl)
    });
    return yield* returnCode(completed);
  },
  (effect, request) =>
    Effect.catchTags(effect, {
      UnknownCallback: ({ reason }) => page(request, unknownReturn(reason)),
      BrowserMismatch: () => page(request, browserMismatch),
      RefusedByRedirect: refuseByRedirect,
      EventLogUnavailable: () => page(request, unavailable),
      StorageUnavailable: () => page(request, unavailable),
      RecordIndexUnavailable: () => page(request, unavailable)
    })
);
