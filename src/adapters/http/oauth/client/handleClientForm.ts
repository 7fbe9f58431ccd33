import * as Effect from "effect/Effect";
import type { HttpRequest } from "../../server/request/HttpRequest.ts";
import { readForm } from "../../server/request/readForm.ts";
import type { SentParameters } from "../../server/request/sentParameters.ts";
import type { HttpResponse } from "../../server/response/HttpResponse.ts";
import { withDpopNonce } from "../../server/response/withDpopNonce.ts";
import { oauthErrorResponse } from "../OauthError.ts";
import { invalidRequest } from "../token/InvalidTokenRequest.ts";
import { type TokenFailure, tokenError } from "../token/tokenErrors.ts";

/** Parses a form without repeated parameters. The query must be empty (RFC 6749 section 3.2). */
const clientForm = Effect.fnUntraced(function* (request: HttpRequest) {
  if (request.query !== "") return yield* invalidRequest("send parameters in the request body");
  const form = yield* readForm(request);
  if (form.repeated.length > 0) return yield* invalidRequest("a parameter is given more than once");
  return form;
});

/** Handles a form that a client sends to an OAuth endpoint. Errors are JSON, and every response has the next nonce. */
export const handleClientForm =
  <R>(answer: (request: HttpRequest, form: SentParameters) => Effect.Effect<HttpResponse, TokenFailure, R>) =>
  (request: HttpRequest) =>
    Effect.flatMap(clientForm(request), (form) => answer(request, form)).pipe(
      Effect.catchAll((failure) => oauthErrorResponse(tokenError(failure, request.header("authorization") !== null))),
      withDpopNonce
    );
