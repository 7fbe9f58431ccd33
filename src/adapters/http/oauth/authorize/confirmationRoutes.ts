import * as Effect from "effect/Effect";
import { PublicUrl } from "../../../../application/instance/PublicUrl.ts";
import { submitConfirmation } from "../../../../application/login/app/submitConfirmation.ts";
import { browserCookie, presentedBrowserToken } from "../../browser/browserToken.ts";
import { isFromAnotherOrigin } from "../../browser/sameOrigin.ts";
import { type ErrorPage, errorPage } from "../../pages/errorPage.ts";
import type { HttpRequest } from "../../server/request/HttpRequest.ts";
import { readForm } from "../../server/request/readForm.ts";
import type { SentParameters } from "../../server/request/sentParameters.ts";
import { seeOther } from "../../server/response/HttpResponse.ts";
import type { Route } from "../../server/routing/Route.ts";
import { bodyRefused, broken, confirmationRefused, fromElsewhere, notAForm, unavailable } from "./loginRefusals.ts";
import { refuseByRedirect } from "./redirectToApp.ts";

const confirmation = /^[A-Za-z0-9_-]{43}$/;

const readConsent = (sent: SentParameters): { readonly confirmation: string; readonly allowed: boolean } | null => {
  const presented = sent.get("confirmation") ?? "";
  const choice = sent.get("answer");
  const isValid =
    sent.repeated.length === 0 && (choice === "allow" || choice === "deny") && confirmation.test(presented);
  return isValid ? { confirmation: presented, allowed: choice === "allow" } : null;
};

const acceptConsent = Effect.fnUntraced(function* (request: HttpRequest) {
  const publicUrl = yield* PublicUrl;
  if (isFromAnotherOrigin(request, publicUrl)) return errorPage(fromElsewhere, request.header("accept"));
  const consent = readConsent(yield* readForm(request));
  if (consent === null) return errorPage(confirmationRefused("unknown"), request.header("accept"));
  const browserToken = presentedBrowserToken(request, publicUrl);
  const location = yield* submitConfirmation({ ...consent, browserToken });
  const cookie = browserToken === null ? {} : { "set-cookie": browserCookie(browserToken, publicUrl) };
  return seeOther(location, cookie);
});

const handleConsent = (request: HttpRequest) => {
  const page = (refusal: ErrorPage) => Effect.succeed(errorPage(refusal, request.header("accept")));
  return acceptConsent(request).pipe(
    Effect.catchTags({
      ConfirmationRefused: ({ reason }) => page(confirmationRefused(reason)),
      RefusedByRedirect: refuseByRedirect,
      NotAForm: () => page(notAForm),
      BodyRefused: ({ reason }) => page(bodyRefused(reason)),
      EventLogUnavailable: () => page(unavailable),
      StorageUnavailable: () => page(unavailable)
    }),
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(Effect.logError("The response to a consent page failed", defect), page(broken(request.id)))
    )
  );
};

type Needs = Effect.Effect.Context<ReturnType<typeof handleConsent>>;

/** The route of the form on the consent page. */
export const confirmationRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path: "/oauth/authorize/confirm", origins: "same", handle: handleConsent }
];
