import * as Effect from "effect/Effect";
import { completeAdminLogin } from "../../../application/admin/completeAdminLogin.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { presentedBrowserToken } from "../browser/browserToken.ts";
import { loginProblem } from "../browser/loginProblems.ts";
import { readCallback } from "../browser/readCallback.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { seeOther } from "../server/response/HttpResponse.ts";
import { adminCookie } from "./adminCookie.ts";
import { redirectToSettings } from "./signInResponses.ts";

/** Completes an admin's login when the PDS redirects the browser back, and always redirects to the settings. */
export const handleAdminCallback = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const publicUrl = yield* PublicUrl;
    const opened = yield* completeAdminLogin({
      ...readCallback(new URLSearchParams(request.query)),
      browserToken: presentedBrowserToken(request, publicUrl),
      session: adminCookie.presented(request, publicUrl)
    });
    return seeOther("/settings", { "set-cookie": adminCookie.given(publicUrl, opened) });
  },
  Effect.catchTags({
    LoginRefused: (refused) => Effect.succeed(redirectToSettings(loginProblem(refused))),
    AdminLoginRefused: ({ reason }) => Effect.succeed(redirectToSettings(reason)),
    EventLogUnavailable: () => Effect.succeed(redirectToSettings("unavailable")),
    StreamContended: () => Effect.succeed(redirectToSettings("contended")),
    StorageUnavailable: () => Effect.succeed(redirectToSettings("unavailable")),
    RecordIndexUnavailable: () => Effect.succeed(redirectToSettings("unavailable"))
  })
);
