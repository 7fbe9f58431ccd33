import * as Effect from "effect/Effect";
import { completeAdminLogin } from "../../../application/administer/completeAdminLogin.ts";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import { presentedBrowserToken } from "../browser/browserToken.ts";
import { loginProblem } from "../browser/loginProblems.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import { seeOther } from "../server/HttpResponse.ts";
import { adminCookie } from "./adminCookie.ts";
import { backWith } from "./signInAnswers.ts";

/** Takes up an admin's login where a PDS sends the browser back, and leads to the settings and nowhere else. */
export const returnAdmin = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const publicUrl = yield* PublicUrl;
    const opened = yield* completeAdminLogin({
      parameters: new URLSearchParams(request.query),
      browserToken: presentedBrowserToken(request, publicUrl),
      session: adminCookie.presented(request, publicUrl)
    });
    return seeOther("/settings", { "set-cookie": adminCookie.given(publicUrl, opened) });
  },
  Effect.catchTags({
    LoginRefused: (refused) => Effect.succeed(backWith(loginProblem(refused))),
    AdminLoginRefused: ({ reason }) => Effect.succeed(backWith(reason)),
    EventLogUnavailable: () => Effect.succeed(backWith("unavailable")),
    StreamContended: () => Effect.succeed(backWith("contended")),
    StorageUnavailable: () => Effect.succeed(backWith("unavailable")),
    RecordIndexUnavailable: () => Effect.succeed(backWith("unavailable"))
  })
);
