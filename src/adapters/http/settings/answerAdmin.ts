import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { type Admin, adminIn } from "../../../application/administer/adminSession.ts";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import type { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { type NotAForm, readForm } from "../oauth/readForm.ts";
import type { SentParameters } from "../oauth/sentParameters.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import type { HttpResponse } from "../server/HttpResponse.ts";
import type { BodyRefused } from "../server/readBody.ts";
import { sessionOf } from "./adminOf.ts";
import { isSameOrigin } from "./isSameOrigin.ts";
import { settingsProblem } from "./settingsPage.ts";
import { problemIn } from "./signInAnswers.ts";
import { signInPage } from "./signInPage.ts";

type Failure = EventLogUnavailable | NotAForm | BodyRefused;

const problemOf = (failure: Failure): HttpResponse => {
  switch (failure._tag) {
    case "EventLogUnavailable":
      return settingsProblem(503, "Not now", "The database does not answer. Please try again in a moment.");
    case "NotAForm":
      return settingsProblem(415, "Not a form", "This address takes the forms of the settings only.");
    case "BodyRefused":
      return failure.reason === "too-large"
        ? settingsProblem(413, "Too much", "This form holds more than the service takes.")
        : settingsProblem(400, "Not complete", "The form did not arrive as a whole. Please try again.");
  }
};

/** Answers with a page whatever goes wrong on the way. */
export const withPages = <R>(answer: Effect.Effect<HttpResponse, Failure, R>): Effect.Effect<HttpResponse, never, R> =>
  Effect.catchAll(answer, (failure) => {
    const response = problemOf(failure);
    return Effect.succeed(
      failure._tag === "EventLogUnavailable"
        ? { ...response, headers: { ...response.headers, "retry-after": "1" } }
        : response
    );
  });

const fromElsewhere = settingsProblem(
  403,
  "Not from here",
  "Another site sent this, so nothing was done. Open the settings yourself and do it there."
);

/** Reads a form that a page of this service sent; anybody else's changes nothing. */
export const withOwnForm = <E, R>(
  request: HttpRequest,
  answer: (sent: SentParameters) => Effect.Effect<HttpResponse, E, R>
) =>
  Effect.gen(function* () {
    if (!isSameOrigin(request, yield* PublicUrl)) return fromElsewhere;
    return yield* answer(yield* readForm(request));
  });

/** Answers an admin; others are asked to sign in. */
export const withAdmin = <E, R>(request: HttpRequest, answer: (admin: Admin) => Effect.Effect<HttpResponse, E, R>) =>
  Effect.gen(function* () {
    const session = yield* sessionOf(request);
    const admin = Option.flatMap(session, adminIn);
    if (Option.isSome(admin)) return yield* answer(admin.value);
    const problem = request.method === "POST" ? "signed-out" : problemIn(request);
    return signInPage(Option.isSome(session) ? "set-up" : "signed-out", problem);
  });
