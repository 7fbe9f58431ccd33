import * as Effect from "effect/Effect";
import { completeLogin } from "../../../application/authorize/completeLogin.ts";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import { presentedBrowserToken } from "../browser/browserToken.ts";
import { type Refusal, refusalPage } from "../pages/refusalPage.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import { browserMismatch, unavailable, unknownReturn } from "./loginRefusals.ts";
import { refuseByRedirect, returnCode } from "./redirectToApp.ts";

const page = (request: HttpRequest, refusal: Refusal) => Effect.succeed(refusalPage(refusal, request.header("accept")));

/** Completes an app's login where a PDS sends the browser back, and sends the browser on to the app with a code. */
export const returnToApp = Effect.fnUntraced(
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
