import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { signOutAdmin } from "../../../application/administer/adminSession.ts";
import { signInWithSetupToken } from "../../../application/administer/setupToken.ts";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import { seeOther } from "../server/HttpResponse.ts";
import type { Route } from "../server/Route.ts";
import { endedCookie, presentedSession, sessionCookie } from "./adminCookie.ts";
import { withOwnForm, withPages } from "./answerAdmin.ts";
import { refusedToken, signInPage } from "./signInPage.ts";

const signIn = (request: HttpRequest) =>
  withPages(
    withOwnForm(request, (sent) =>
      Effect.gen(function* () {
        const publicUrl = yield* PublicUrl;
        const signedIn = yield* signInWithSetupToken(Redacted.make((sent.get("token") ?? "").trim()));
        return seeOther("/settings", { "set-cookie": sessionCookie(publicUrl, signedIn) });
      }).pipe(Effect.catchTag("SetupTokenRefused", (refused) => Effect.succeed(signInPage(403, refusedToken(refused)))))
    )
  );

const signOut = (request: HttpRequest) =>
  withPages(
    withOwnForm(request, () =>
      Effect.gen(function* () {
        const publicUrl = yield* PublicUrl;
        const session = presentedSession(request, publicUrl);
        if (session !== null) yield* signOutAdmin(session);
        return seeOther("/settings", { "set-cookie": endedCookie(publicUrl) });
      })
    )
  );

type Needs = Effect.Effect.Context<ReturnType<typeof signIn> | ReturnType<typeof signOut>>;

/** How an admin's browser comes in and leaves. */
export const sessionRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path: "/settings/sign-in", origins: "same", handle: signIn },
  { methods: ["POST"], path: "/settings/sign-out", origins: "same", handle: signOut }
];
