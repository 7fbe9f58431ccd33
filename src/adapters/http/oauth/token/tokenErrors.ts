import type { ClientDocumentUnusable } from "../../../../application/clients/findClient.ts";
import type { CodeChallengeReused } from "../../../../application/login/app/pushAuthorization.ts";
import type { ClientAuthenticationFailed } from "../../../../application/token/authenticateClient.ts";
import { endSentence } from "../../../../domain/authorization/end/EndReason.ts";
import type {
  AuthorizationRefused,
  UntrustedRedirect
} from "../../../../domain/authorization/request/requestAuthorization.ts";
import type { InvalidGrant } from "../../../../domain/authorization/token/InvalidGrant.ts";
import type { InvalidAssertion } from "../../../../domain/client/authentication/ClientAssertion.ts";
import type { UseDpopNonce } from "../../../../domain/dpop/DpopNonces.ts";
import type { InvalidDpopProof } from "../../../../domain/dpop/DpopProof.ts";
import type { EventLogUnavailable } from "../../../../domain/event/EventLog.ts";
import type { StreamContended } from "../../../../domain/event/StreamContended.ts";
import type { InvalidScope } from "../../../../domain/scope/Scope.ts";
import type { StorageUnavailable } from "../../../../domain/storage/StorageUnavailable.ts";
import type { TooManyRequests } from "../../limits/TooManyRequests.ts";
import type { NotAForm } from "../../server/request/readForm.ts";
import type { BodyRefused } from "../../server/request/readRequestBody.ts";
import type { HttpResponse } from "../../server/response/HttpResponse.ts";
import { plainDescription } from "../authorize/authorizationResponse.ts";
import { redirectTooLong } from "../authorize/redirectToApp.ts";
import { assertionFaults } from "../client/assertionFaults.ts";
import type { OauthError } from "../OauthError.ts";
import type { InvalidTokenRequest } from "./InvalidTokenRequest.ts";

/** The failures of a request to the token endpoint. */
export type TokenFailure =
  | AuthorizationRefused
  | BodyRefused
  | ClientAuthenticationFailed
  | ClientDocumentUnusable
  | CodeChallengeReused
  | EventLogUnavailable
  | InvalidAssertion
  | InvalidDpopProof
  | InvalidGrant
  | InvalidScope
  | InvalidTokenRequest
  | NotAForm
  | StorageUnavailable
  | StreamContended
  | TooManyRequests
  | UntrustedRedirect
  | UseDpopNonce;

const grantFaults: Readonly<Record<InvalidGrant["reason"], string>> = {
  unknown: "it is unknown",
  expired: "it has expired",
  "already-used": "it was already used",
  "client-mismatch": "it was issued to another client",
  "redirect-uri-mismatch": "redirect_uri differs from that of the authorization request",
  "verifier-mismatch": "code_verifier does not match the code_challenge",
  "key-mismatch": "it is bound to another DPoP key",
  "client-key-mismatch": "it is bound to the key that signed the client_assertion when the code was redeemed",
  "too-many-attempts": "too many failed attempts",
  reused: "it was already replaced; all tokens of this authorization are revoked",
  ended: "the authorization has ended"
};

const grantFault = ({ reason, why }: InvalidGrant): string =>
  why === undefined ? grantFaults[reason] : `${grantFaults[reason]} (${why}). ${endSentence[why]}`;

const redirectFaults: Readonly<Record<UntrustedRedirect["reason"], string>> = {
  "redirect-uri-missing": "redirect_uri is missing; it is required because the client has several redirect URIs",
  "redirect-uri-not-registered": "redirect_uri is not registered for the client",
  "redirect-too-long": redirectTooLong
};

/** The faults of a DPoP proof, for the developer of the client (RFC 9449 section 4.3). */
const proofFaults: Readonly<Record<InvalidDpopProof["reason"], string>> = {
  missing: "the DPoP header is missing; this client must prove possession of a key",
  several: "there is more than one DPoP header",
  malformed: "it is not a compact JWS",
  "wrong-typ": "typ must be dpop+jwt",
  "alg-not-allowed": "alg must be ES256",
  "bad-key": "jwk must be a public P-256 key",
  "bad-signature": "the signature does not match jwk",
  "bad-claims": "jti, htm, htu and iat must be present and of the right type",
  "wrong-method": "htm is not the method of this request",
  "wrong-uri": "htu is not the URL of this endpoint",
  "too-old": "iat is too far in the past; check the clock",
  "in-the-future": "iat is in the future; check the clock",
  replayed: "jti was already used",
  "wrong-token-hash": "ath is not the hash of the access token",
  "wrong-key": "the key is not the one that the token is bound to"
};

const refuse = (
  status: number,
  error: string,
  description: string,
  headers: HttpResponse["headers"] = {},
  more: OauthError["more"] = {}
): OauthError => ({ status, error, description, headers, more });

/** The reason of an ended login is also a separate member, so that apps need not parse the sentence. */
const refuseGrant = (failure: InvalidGrant): OauthError =>
  refuse(
    400,
    "invalid_grant",
    `Grant refused: ${grantFault(failure)}`,
    {},
    failure.why === undefined ? {} : { end_reason: failure.why, end_message: endSentence[failure.why] }
  );

const rateFaults: Readonly<Record<TooManyRequests["of"], string>> = {
  client: "this client sends too many requests",
  failures: "this client had too many failed authentications"
};

/** The error of a request above the rate limit; `retryAfter` is in seconds. */
export const tooManyRequests = (retryAfter: number, reason: string): OauthError =>
  refuse(429, "temporarily_unavailable", `${reason}; repeat the request after ${retryAfter} seconds`, {
    "retry-after": `${retryAfter}`
  });

/** The response is the same for every reason, so that it does not reveal which clients exist. */
const clientRefused = (triedHeader: boolean, description = "unknown client, or client authentication failed") =>
  refuse(
    401,
    "invalid_client",
    description,
    triedHeader ? { "www-authenticate": 'Basic realm="tidemark", charset="UTF-8"' } : {}
  );

/** A metadata document that cannot be loaded right now does not count against the client. */
const documentRefused = ({ document, problem, reason }: ClientDocumentUnusable): OauthError => {
  const description = plainDescription(problem);
  if (reason === "unreachable") return refuse(503, "temporarily_unavailable", description, { "retry-after": "5" });
  return document === "client_id"
    ? refuse(400, "invalid_client_metadata", description)
    : clientRefused(false, description);
};

/** Maps failures to errors of the token endpoint (RFC 6749 section 5.2, RFC 9449 section 5). */
export const tokenError = (failure: TokenFailure, triedHeader: boolean): OauthError => {
  switch (failure._tag) {
    case "InvalidTokenRequest":
      return failure.error === "invalid_client"
        ? clientRefused(triedHeader, failure.description)
        : refuse(400, failure.error, plainDescription(failure.description));
    case "NotAForm":
      return refuse(400, "invalid_request", "the body must be application/x-www-form-urlencoded");
    case "BodyRefused":
      return failure.reason === "too-large"
        ? refuse(413, "invalid_request", `the body must have at most ${failure.limit} bytes`)
        : refuse(400, "invalid_request", "the body ended early");
    case "AuthorizationRefused":
      return refuse(400, failure.error, plainDescription(failure.description));
    case "UntrustedRedirect":
      return refuse(400, "invalid_request", redirectFaults[failure.reason]);
    case "CodeChallengeReused":
      return refuse(
        400,
        "invalid_request",
        "code_challenge was pushed before; make a new code_verifier for each request"
      );
    case "ClientAuthenticationFailed":
      return clientRefused(triedHeader);
    case "InvalidAssertion":
      return failure.reason === "key-of-proof"
        ? refuse(400, "invalid_request", assertionFaults[failure.reason])
        : clientRefused(false, `Client assertion refused: ${assertionFaults[failure.reason]}`);
    case "ClientDocumentUnusable":
      return documentRefused(failure);
    case "InvalidDpopProof":
      return refuse(400, "invalid_dpop_proof", `DPoP proof refused: ${proofFaults[failure.reason]}`);
    case "UseDpopNonce":
      return refuse(400, "use_dpop_nonce", "repeat the request with a proof that holds the nonce of DPoP-Nonce");
    case "InvalidGrant":
      return refuseGrant(failure);
    case "InvalidScope":
      return refuse(400, "invalid_scope", "scope must lie within what was granted");
    case "TooManyRequests":
      return tooManyRequests(failure.retryAfter, rateFaults[failure.of]);
    case "StreamContended":
      return refuse(
        503,
        "temporarily_unavailable",
        "other requests changed the same data at once; repeat the request",
        {
          "retry-after": "1"
        }
      );
    case "EventLogUnavailable":
    case "StorageUnavailable":
      return refuse(503, "temporarily_unavailable", "repeat the request after a short time", { "retry-after": "1" });
  }
};
