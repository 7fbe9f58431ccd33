import * as Effect from "effect/Effect";
import { completePersonLogin } from "../../../application/account/personLogin.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { presentedBrowserToken } from "../browser/browserToken.ts";
import { loginProblem } from "../browser/loginProblems.ts";
import { readCallback } from "../browser/readCallback.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { seeOther } from "../server/response/HttpResponse.ts";
import { accountCookie } from "./accountCookie.ts";
import { redirectToAccount } from "./accountResponses.ts";

/** Completes a user's login when the PDS redirects the browser back, and always redirects to `/account`. */
export const handleAccountCallback = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const publicUrl = yield* PublicUrl;
    const opened = yield* completePersonLogin({
      ...readCallback(new URLSearchParams(request.query)),
      browserToken: presentedBrowserToken(request, publicUrl),
      session: accountCookie.presented(request, publicUrl)
    });
    return seeOther("/account", { "set-cookie": accountCookie.given(publicUrl, opened) });
  },
  Effect.catchTags({
    LoginRefused: (refused) => Effect.succeed(redirectToAccount(loginProblem(refused))),
    EventLogUnavailable: () => Effect.succeed(redirectToAccount("unavailable")),
    StorageUnavailable: () => Effect.succeed(redirectToAccount("unavailable")),
    RecordIndexUnavailable: () => Effect.succeed(redirectToAccount("unavailable"))
  })
);
