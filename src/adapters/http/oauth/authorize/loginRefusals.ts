import type { ClientDocumentUnusable } from "../../../../application/clients/findClient.ts";
import type { UnknownCallback } from "../../../../application/login/app/callbackErrors.ts";
import type { ConfirmationRefused } from "../../../../application/login/app/submitConfirmation.ts";
import type { PushedRequestRefused } from "../../../../domain/authorization/request/PushedRequest.ts";
import type { UntrustedRedirect } from "../../../../domain/authorization/request/requestAuthorization.ts";
import type { ErrorPage } from "../../pages/errorPage.ts";
import { redirectTooLong } from "./redirectToApp.ts";

const appIsWrong = "The app sent an invalid sign-in request. Please contact its developer.";
const startAgain = "Go back to the app and sign in again.";

/** The client ID is missing or unknown. */
export const unknownClient = (clientId: string | null): ErrorPage => ({
  status: 400,
  title: "Unknown app",
  explanation: appIsWrong,
  error: clientId === null ? "invalid_request" : "invalid_client",
  parameter: "client_id",
  fix:
    clientId === null
      ? "client_id is missing; send the ID of a client that is registered here"
      : `client_id ${clientId.slice(0, 100)} is not registered here, but perhaps with another instance; register the client in the settings of this one, or use the URL of a client metadata document`
});

/** The metadata document at the client ID's URL cannot be used. */
export const clientUnusable = ({ problem, reason }: ClientDocumentUnusable): ErrorPage => ({
  status: 400,
  title: reason === "unreachable" ? "This app cannot be looked up right now" : "This app's metadata is invalid",
  explanation:
    reason === "unreachable"
      ? "The app's metadata document cannot be loaded. Please try again in a moment."
      : appIsWrong,
  error: reason === "unreachable" ? "temporarily_unavailable" : "invalid_client_metadata",
  parameter: "client_id",
  fix: problem
});

const redirectFixes: Readonly<Record<UntrustedRedirect["reason"], string>> = {
  "redirect-uri-missing": "redirect_uri is missing; it is required because the client has several redirect URIs",
  "redirect-uri-not-registered":
    "redirect_uri is not registered for the client; send exactly one of the registered URIs",
  "redirect-too-long": redirectTooLong
};

/** The redirect URI is missing, not registered, or too long together with the state. */
export const untrustedRedirect = (reason: UntrustedRedirect["reason"]): ErrorPage => ({
  status: 400,
  title: reason === "redirect-too-long" ? "The sign-in request is too long" : "The return address is not allowed",
  explanation: appIsWrong,
  error: "invalid_request",
  parameter: reason === "redirect-too-long" ? "state" : "redirect_uri",
  fix: redirectFixes[reason]
});

const requestFixes: Readonly<Record<PushedRequestRefused["reason"], string>> = {
  unknown: "request_uri was not issued to this client; push the request to the PAR endpoint first",
  expired: "request_uri has expired; push the request again immediately before the redirect",
  used: "request_uri has already been used; push a new request for every sign-in"
};

/** The pushed request is unknown, expired or used. */
export const pushedRequestRefused = (reason: PushedRequestRefused["reason"]): ErrorPage => ({
  status: 400,
  title: reason === "unknown" ? "Unknown sign-in request" : "This sign-in request is no longer valid",
  explanation: reason === "unknown" ? appIsWrong : startAgain,
  error: "invalid_request",
  parameter: "request_uri",
  fix: requestFixes[reason]
});

/** A parameter that determines where the response goes was sent more than once. */
export const repeatedParameter = (name: string): ErrorPage => ({
  status: 400,
  title: "This sign-in request is ambiguous",
  explanation: appIsWrong,
  error: "invalid_request",
  parameter: name,
  fix: `${name} was sent more than once; send it once`
});

/** The body of a POST is not a form. */
export const notAForm: ErrorPage = {
  status: 400,
  title: "This sign-in request cannot be read",
  explanation: appIsWrong,
  error: "invalid_request",
  parameter: null,
  fix: "send the parameters in the query of a GET request, or in a POST body as application/x-www-form-urlencoded"
};

/** The form is too large or incomplete. */
export const bodyRefused = (reason: "too-large" | "incomplete"): ErrorPage => ({
  ...notAForm,
  status: reason === "too-large" ? 413 : 400,
  fix:
    reason === "too-large"
      ? "the form is larger than 64 KiB; send a smaller one"
      : "the form is incomplete; send it again"
});

const returnFixes: Readonly<Record<UnknownCallback["reason"], string>> = {
  "state-missing": "state is missing in the PDS's redirect",
  "state-unknown": "state does not match any login that was started here",
  "already-used": "this login has already been completed or ended",
  expired: "this login was started more than 10 minutes ago",
  "not-from-server": "iss is not the server that the login was sent to",
  "client-changed": "the client was removed, or its redirect URIs changed, after the login started"
};

const returnParameters: Readonly<Partial<Record<UnknownCallback["reason"], string>>> = {
  "not-from-server": "iss",
  "client-changed": "client_id"
};

/** The redirect from a PDS does not match a login in progress. */
export const unknownReturn = (reason: UnknownCallback["reason"]): ErrorPage => ({
  status: 400,
  title: "This sign-in is no longer valid",
  explanation:
    reason === "client-changed"
      ? `The app was changed or removed during the sign-in. ${startAgain}`
      : `It was already used, took too long, or was not started here. ${startAgain}`,
  error: "invalid_request",
  parameter: returnParameters[reason] ?? "state",
  fix: returnFixes[reason]
});

/** The login was started in another browser. */
export const browserMismatch: ErrorPage = {
  status: 403,
  title: "This sign-in was started in another browser",
  explanation: `It was started in another browser, or this browser blocks cookies. If someone sent you a link that led here, close this page. Otherwise, ${startAgain.charAt(0).toLowerCase()}${startAgain.slice(1)}`,
  error: "access_denied",
  parameter: null,
  fix: "open the authorization request in the same browser that receives the response, with cookies enabled"
};

/** Another site sent a form of this service. */
export const fromElsewhere: ErrorPage = {
  status: 403,
  title: "Request came from another site",
  explanation: `Another site sent this form, so nothing was done. ${startAgain}`,
  error: "access_denied",
  parameter: null,
  fix: "the consent form is accepted only from the consent page of this service"
};

const confirmationFixes: Readonly<Record<ConfirmationRefused["reason"], string>> = {
  unknown: "confirmation does not match any consent page of this service",
  "already-answered": "this consent page has already been answered",
  expired: "this consent page was shown more than 10 minutes ago",
  "other-browser": "the form must come from the browser that the consent page was shown in, with cookies enabled",
  "client-changed": "the client, or its redirect URIs, changed after the consent page was shown"
};

/** The response to a consent page is not valid. */
export const confirmationRefused = (reason: ConfirmationRefused["reason"]): ErrorPage => ({
  status: reason === "other-browser" || reason === "unknown" ? 403 : 400,
  title: "This response is no longer valid",
  explanation: `It was already sent, came too late, or came from another browser. Nothing was done. ${startAgain}`,
  error: reason === "other-browser" || reason === "unknown" ? "access_denied" : "invalid_request",
  parameter: "confirmation",
  fix: confirmationFixes[reason]
});

/** The log or another store is unavailable. */
export const unavailable: ErrorPage = {
  status: 503,
  title: "Please try again in a moment",
  explanation: "This service is temporarily unavailable.",
  error: "temporarily_unavailable",
  parameter: null,
  fix: "repeat the request after a short time"
};

/** Other requests changed the same data at the same time, and nothing was recorded. */
export const contended: ErrorPage = {
  ...unavailable,
  explanation: "Other requests changed the same data at the same time, and nothing was recorded."
};

/** Too many requests came from the same network; `retryAfter` is in seconds. */
export const tooManySignIns = (retryAfter: number): ErrorPage => ({
  ...unavailable,
  status: 429,
  explanation: "There are too many sign-ins from your network right now.",
  fix: `repeat the request after ${retryAfter} seconds`
});

/** An unexpected error. */
export const broken = (requestId: string): ErrorPage => ({
  status: 500,
  title: "Something went wrong",
  explanation:
    "This is not your fault. Please try again. If the problem persists, contact the operator of this service.",
  error: "server_error",
  parameter: null,
  fix: `give the operator the request ID ${requestId}`
});
