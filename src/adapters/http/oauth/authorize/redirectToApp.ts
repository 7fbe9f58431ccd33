import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import type { ClientPolicy } from "../../../../application/clients/ClientPolicy.ts";
import { findClientIfKnown } from "../../../../application/clients/findClient.ts";
import { PublicUrl } from "../../../../application/instance/PublicUrl.ts";
import { RefusedByRedirect } from "../../../../application/login/app/RefusedByRedirect.ts";
import {
  maxRedirectLength,
  redirectUriWithState
} from "../../../../domain/authorization/request/requestAuthorization.ts";
import type { RemoteDocuments } from "../../../../domain/client/document/RemoteDocuments.ts";
import type { ClientRegistry } from "../../../../domain/client/registry/ClientRegistry.ts";
import type { SentParameters } from "../../server/request/sentParameters.ts";
import { type HttpResponse, seeOther } from "../../server/response/HttpResponse.ts";
import { authorizationResponse, plainDescription } from "./authorizationResponse.ts";
import { readAuthorizationRequest } from "./readAuthorizationRequest.ts";

/** The fix for a redirect URI and state that do not fit into a `Location` header, for the developer of the client. */
export const redirectTooLong = `redirect_uri and state must have at most ${maxRedirectLength} bytes together, percent-encoded, because both are sent back in one Location header; store longer data in the app and send a key to it`;

/** Redirects the browser to the app with an error (RFC 6749 section 4.1.2.1, RFC 9207). */
export const refuseByRedirect = (refused: RefusedByRedirect): Effect.Effect<HttpResponse, never, PublicUrl> =>
  Effect.map(PublicUrl, (iss) => {
    const { description, error, redirectUri, state } = refused;
    return seeOther(
      authorizationResponse(redirectUri, { error, error_description: plainDescription(description), state, iss })
    );
  });

/** Redirects the browser to the app with its code. */
export const returnCode = (completed: {
  readonly redirectUri: string;
  readonly code: string;
  readonly state: string | null;
}): Effect.Effect<HttpResponse, never, PublicUrl> =>
  Effect.map(PublicUrl, (iss) => {
    const { code, redirectUri, state } = completed;
    return seeOther(authorizationResponse(redirectUri, { code, state, iss }));
  });

/**
 * Returns the redirect with an error for a request that failed in the service. None if the client or redirect URI is not
 * registered, or if the redirect URI is in a pushed request that could not be read.
 */
export const failureToApp: (
  sent: SentParameters,
  error: "server_error" | "temporarily_unavailable"
) => Effect.Effect<Option.Option<RefusedByRedirect>, never, ClientPolicy | ClientRegistry | RemoteDocuments> =
  Effect.fnUntraced(function* (sent, error) {
    if (sent.get("request_uri") !== null) return Option.none();
    const client = yield* findClientIfKnown(sent.get("client_id") ?? "");
    const description = error === "server_error" ? "An unexpected error occurred" : "Please try again in a moment";
    return Option.flatMap(client, (found) =>
      Option.map(
        Either.getRight(redirectUriWithState(found, readAuthorizationRequest(sent))),
        (redirectUri) =>
          new RefusedByRedirect({ redirectUri, state: sent.get("state"), error, description, cause: "request" })
      )
    );
  });
