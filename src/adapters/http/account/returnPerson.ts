import * as Effect from "effect/Effect";
import { completePersonLogin } from "../../../application/account/personLogin.ts";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import { presentedBrowserToken } from "../browser/browserToken.ts";
import { loginProblem } from "../browser/loginProblems.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import { seeOther } from "../server/HttpResponse.ts";
import { backWith } from "./accountAnswers.ts";
import { accountCookie } from "./accountCookie.ts";

/** Takes up a person's login where a PDS sends the browser back, and leads to their sign-ins and nowhere else. */
export const returnPerson = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const publicUrl = yield* PublicUrl;
    const opened = yield* completePersonLogin({
      parameters: new URLSearchParams(request.query),
      browserToken: presentedBrowserToken(request, publicUrl),
      session: accountCookie.presented(request, publicUrl)
    });
    return seeOther("/account", { "set-cookie": accountCookie.given(publicUrl, opened) });
  },
  Effect.catchTags({
    LoginRefused: (refused) => Effect.succeed(backWith(loginProblem(refused))),
    EventLogUnavailable: () => Effect.succeed(backWith("unavailable")),
    StorageUnavailable: () => Effect.succeed(backWith("unavailable")),
    RecordIndexUnavailable: () => Effect.succeed(backWith("unavailable"))
  })
);
