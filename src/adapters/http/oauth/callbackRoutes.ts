import * as Effect from "effect/Effect";
import { completeLogin } from "../../../application/authorize/completeLogin.ts";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import { type Refusal, refusalPage } from "../pages/refusalPage.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import type { Route } from "../server/Route.ts";
import { presentedBrowserToken } from "./browserToken.ts";
import { broken, browserMismatch, unavailable, unknownReturn } from "./loginRefusals.ts";
import { refuseByRedirect, returnCode } from "./redirectToApp.ts";

const complete = (request: HttpRequest) => {
  const page = (refusal: Refusal) => Effect.succeed(refusalPage(refusal, request.header("accept")));
  return Effect.gen(function* () {
    const publicUrl = yield* PublicUrl;
    const completed = yield* completeLogin({
      parameters: new URLSearchParams(request.query),
      browserToken: presentedBrowserToken(request, publicUrl)
    });
    return yield* returnCode(completed);
  }).pipe(
    Effect.catchTags({
      UnknownReturn: ({ reason }) => page(unknownReturn(reason)),
      BrowserMismatch: () => page(browserMismatch),
      RefusedByRedirect: refuseByRedirect,
      EventLogUnavailable: () => page(unavailable),
      StorageUnavailable: () => page(unavailable),
      RecordIndexUnavailable: () => page(unavailable)
    }),
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(Effect.logError("A login failed on its return", defect), page(broken(request.id)))
    )
  );
};

type Needs = Effect.Effect.Context<ReturnType<typeof complete>>;

/** Where PDSes send people back to (RFC 6749 section 3.1.2, of the service as a client). */
export const callbackRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["GET"], path: "/oauth/atp/callback", origins: "same", handle: complete }
];
