import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { sessionHashOf, signOutAdmin } from "../../../application/admin/adminSession.ts";
import { signInWithSetupToken } from "../../../application/admin/setupToken.ts";
import { startAdminLogin } from "../../../application/admin/startAdminLogin.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { hintFor } from "../../../application/login/identity/accountHints.ts";
import { browserCookie, browserToken } from "../browser/browserToken.ts";
import { typedProblem } from "../browser/loginProblems.ts";
import { readOwnForm } from "../browser/readOwnForm.ts";
import { limitAddresses } from "../limits/limitAddresses.ts";
import type { RateLimits } from "../limits/RateLimits.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import type { SentParameters } from "../server/request/sentParameters.ts";
import type { HttpResponse } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { adminCookie } from "./adminCookie.ts";
import { tokenProblem } from "./signInProblems.ts";
import { redirectOrConfirm, refuseSignIn } from "./signInResponses.ts";

/** Handles a form that a page of this service sent, directly or by a script. A form from anywhere else is refused. */
const withOwnForm = Effect.fnUntraced(function* <E, R>(
  request: HttpRequest,
  handle: (request: HttpRequest, sent: SentParameters, publicUrl: string) => Effect.Effect<HttpResponse, E, R>
) {
  const publicUrl = yield* PublicUrl;
  const sent = yield* Effect.either(readOwnForm(request));
  if (sent._tag === "Left") return refuseSignIn(request, sent.left.problem);
  return yield* handle(request, sent.right, publicUrl);
});

const unavailable = (request: HttpRequest) => () => Effect.succeed(refuseSignIn(request, "unavailable"));
const contended = (request: HttpRequest) => () => Effect.succeed(refuseSignIn(request, "contended"));

const acceptSetupToken = Effect.fnUntraced(function* (request: HttpRequest, sent: SentParameters, publicUrl: string) {
  const signedIn = yield* signInWithSetupToken(Redacted.make((sent.get("token") ?? "").trim()));
  return redirectOrConfirm(request, "/settings", { "set-cookie": adminCookie.given(publicUrl, signedIn) });
});

const signIn = (request: HttpRequest) =>
  withOwnForm(request, acceptSetupToken).pipe(
    Effect.catchTags({
      SetupTokenRefused: (refused) => Effect.succeed(refuseSignIn(request, tokenProblem(refused))),
      EventLogUnavailable: unavailable(request),
      StorageUnavailable: unavailable(request),
      StreamContended: contended(request)
    })
  );

const startAccountSignIn = Effect.fnUntraced(function* (request: HttpRequest, sent: SentParameters, publicUrl: string) {
  const account = (sent.get("account") ?? "").trim();
  if (account === "") return refuseSignIn(request, "account-missing");
  const token = yield* browserToken(request, publicUrl);
  const session = adminCookie.presented(request, publicUrl);
  const hint = hintFor(account);
  return yield* startAdminLogin({ account, browserToken: token, session }).pipe(
    Effect.map((location) => redirectOrConfirm(request, location, { "set-cookie": browserCookie(token, publicUrl) })),
    Effect.catchTag("LoginRefused", (refused) =>
      Effect.succeed(refuseSignIn(request, typedProblem(refused, hint), hint?.suggestion))
    )
  );
});

const signInWithAccount = (request: HttpRequest) =>
  withOwnForm(request, startAccountSignIn).pipe(Effect.catchTag("EventLogUnavailable", unavailable(request)));

const closeAdminSession = Effect.fnUntraced(function* (request: HttpRequest, _sent: SentParameters, publicUrl: string) {
  const session = adminCookie.presented(request, publicUrl);
  if (session !== null) yield* signOutAdmin(sessionHashOf(session));
  return redirectOrConfirm(request, "/settings", { "set-cookie": adminCookie.ended(publicUrl) });
});

const signOut = (request: HttpRequest) =>
  withOwnForm(request, closeAdminSession).pipe(
    Effect.catchTags({
      EventLogUnavailable: unavailable(request),
      StorageUnavailable: unavailable(request),
      StreamContended: contended(request)
    })
  );

const tooMany = (request: HttpRequest) => Effect.succeed(refuseSignIn(request, "too-many"));

type Needs = Effect.Effect.Context<
  ReturnType<typeof signIn> | ReturnType<typeof signInWithAccount> | ReturnType<typeof signOut>
>;

const signInRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path: "/settings/sign-in", origins: "same", handle: signIn },
  { methods: ["POST"], path: "/settings/sign-in/account", origins: "same", handle: signInWithAccount }
];

/** The routes by which admins sign in and out: with a form of the settings (303), or with a script that requests JSON. */
export const sessionRoutes: ReadonlyArray<Route<Needs | RateLimits>> = [
  ...limitAddresses(signInRoutes, { cost: 5, refuse: tooMany }),
  { methods: ["POST"], path: "/settings/sign-out", origins: "same", handle: signOut }
];
