import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { findClientIfKnown } from "../../../../application/clients/findClient.ts";
import { PublicUrl } from "../../../../application/instance/PublicUrl.ts";
import type { RefusedByRedirect } from "../../../../application/login/app/RefusedByRedirect.ts";
import { startAuthorization } from "../../../../application/login/app/startAuthorization.ts";
import { hintFor } from "../../../../application/login/identity/accountHints.ts";
import { readUserAccount } from "../../../../domain/atproto/NamedAccount.ts";
import { browserCookie, browserToken } from "../../browser/browserToken.ts";
import { type ErrorPage, errorPage } from "../../pages/errorPage.ts";
import { handlePromptPage } from "../../pages/handlePromptPage.ts";
import type { HttpRequest } from "../../server/request/HttpRequest.ts";
import { loopbackRedirect } from "../../server/request/loopbackRedirect.ts";
import { readForm } from "../../server/request/readForm.ts";
import { type SentParameters, sentParameters } from "../../server/request/sentParameters.ts";
import { type HttpResponse, seeOther } from "../../server/response/HttpResponse.ts";
import type { Route } from "../../server/routing/Route.ts";
import { consentResponse } from "./consentResponse.ts";
import {
  bodyRefused,
  broken,
  clientUnusable,
  contended,
  notAForm,
  pushedRequestRefused,
  repeatedParameter,
  unavailable,
  unknownClient,
  untrustedRedirect
} from "./loginRefusals.ts";
import { formFields, readAuthorizationRequest } from "./readAuthorizationRequest.ts";
import { failureToApp, refuseByRedirect } from "./redirectToApp.ts";

const page = (request: HttpRequest, refusal: ErrorPage): HttpResponse => errorPage(refusal, request.header("accept"));

const start = Effect.fnUntraced(function* (request: HttpRequest, sent: SentParameters) {
  const publicUrl = yield* PublicUrl;
  const token = yield* browserToken(request, publicUrl);
  const started = yield* startAuthorization({
    clientId: sent.get("client_id") ?? undefined,
    parameters: readAuthorizationRequest(sent),
    browserToken: token
  });
  if (started._tag === "GoUpstream") {
    return seeOther(started.location, { "set-cookie": browserCookie(token, publicUrl) });
  }
  if (started._tag === "AskConfirmation") return consentResponse(started, token, publicUrl);
  return handlePromptPage({ clientName: started.clientName, parameters: formFields(sent), problem: null });
});

/** A URL without a PDS may be a personal website whose host is the handle. */
const hostOf = (typed: string): string | null =>
  Either.match(readUserAccount(typed), { onLeft: ({ suggestion }) => suggestion, onRight: () => null });

const whatWasWrong = (typed: string, { cause, description, error }: RefusedByRedirect) => {
  const hint = hintFor(typed);
  const isLater = error === "temporarily_unavailable";
  if (hint !== null) return { status: 400, message: hint.sentence, suggestion: hint.suggestion };
  return {
    status: isLater ? 503 : 400,
    message: isLater
      ? `${description}. Please try again in a moment.`
      : `${description}. Please check it and try again.`,
    suggestion: cause === "upstream" ? hostOf(typed) : null
  };
};

/**
 * Prompts again for a typed account that cannot be resolved, whether the account or its server is wrong. An account sent by
 * the app must be corrected by the app.
 */
const refused = Effect.fnUntraced(function* (sent: SentParameters, refusal: RefusedByRedirect) {
  const typed = sent.get("login_hint") ?? "";
  if (sent.get("from") !== "form" || refusal.cause === "request") return yield* refuseByRedirect(refusal);
  const client = yield* findClientIfKnown(sent.get("client_id") ?? "");
  return handlePromptPage({
    clientName: Option.match(client, { onNone: () => null, onSome: ({ name }) => name }),
    parameters: formFields(sent),
    problem: { handle: typed, ...whatWasWrong(typed, refusal) }
  });
});

const failed = (
  request: HttpRequest,
  sent: SentParameters,
  error: "server_error" | "temporarily_unavailable",
  refusal: ErrorPage
) =>
  Effect.flatMap(
    failureToApp(sent, error),
    Option.match({ onNone: () => Effect.succeed(page(request, refusal)), onSome: refuseByRedirect })
  );

const handleAuthorization = (request: HttpRequest, sent: SentParameters) => {
  const unclear = ["client_id", "redirect_uri", "request_uri"].find((name) => sent.repeated.includes(name));
  if (unclear !== undefined) return Effect.succeed(page(request, repeatedParameter(unclear)));
  const later = () => failed(request, sent, "temporarily_unavailable", unavailable);
  return start(request, sent).pipe(
    Effect.catchTags({
      UnknownClient: ({ clientId }) => Effect.succeed(page(request, unknownClient(clientId))),
      ClientDocumentUnusable: (unusable) => Effect.succeed(page(request, clientUnusable(unusable))),
      UntrustedRedirect: ({ reason }) => Effect.succeed(page(request, untrustedRedirect(reason))),
      PushedRequestRefused: ({ reason }) => Effect.succeed(page(request, pushedRequestRefused(reason))),
      RefusedByRedirect: (refusal) => refused(sent, refusal),
      EventLogUnavailable: later,
      StorageUnavailable: later,
      StreamContended: () => failed(request, sent, "temporarily_unavailable", contended)
    }),
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(
        Effect.logError("An authorization request failed", defect),
        failed(request, sent, "server_error", broken(request.id))
      )
    )
  );
};

const byQuery = Effect.fnUntraced(function* (request: HttpRequest) {
  const elsewhere = loopbackRedirect(request, yield* PublicUrl);
  return elsewhere === null ? yield* handleAuthorization(request, sentParameters(request.query)) : seeOther(elsewhere);
});

const byForm = (request: HttpRequest) =>
  readForm(request).pipe(
    Effect.flatMap((sent) => handleAuthorization(request, sent)),
    Effect.catchTags({
      NotAForm: () => Effect.succeed(page(request, notAForm)),
      BodyRefused: ({ reason }) => Effect.succeed(page(request, bodyRefused(reason)))
    })
  );

type Needs = Effect.Effect.Context<ReturnType<typeof handleAuthorization>>;

/** The authorization endpoint (RFC 6749 section 3.1). */
export const authorizeRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["GET"], path: "/oauth/authorize", origins: "same", whenSpeculative: "refuse", handle: byQuery },
  { methods: ["POST"], path: "/oauth/authorize", origins: "same", handle: byForm }
];
