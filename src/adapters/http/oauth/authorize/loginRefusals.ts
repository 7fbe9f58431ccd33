import type { ClientDocumentUnusable } from "../../../../application/clients/findClient.ts";
import type { UnknownCallback } from "../../../../application/login/app/pendingLogin.ts";
import type { ConfirmationRefused } from "../../../../application/login/app/submitConfirmation.ts";
import type { PushedRequestRefused } from "../../../../domain/authorization/request/PushedRequest.ts";
import type { UntrustedRedirect } from "../../../../domain/authorization/request/requestAuthorization.ts";
import type { ErrorPage } from "../../pages/errorPage.ts";
import { redirectTooLong } from "./redirectTooLong.ts";

const appIsWrong = "The app that sent you here did not ask for the sign-in in the right way. Please tell its maker.";
const startAgain = "Go back to the app and start the sign-in again.";

/** A client id that is missing, or that no client of this instance has. */
export const unknownClient = (clientId: string | null): ErrorPage => ({
  status: 400,
  title: "This app is not known here",
  explanation: appIsWrong,
  error: clientId === null ? "invalid_request" : "invalid_client",
  parameter: "client_id",
  fix:
    clientId === null
      ? "client_id is missing; send the id of a client that is registered here"
      : "client_id is not registered here; register the client in the settings of this instance, or use the address of a client metadata document"
});

/** A client whose own address does not tell who it is. */
export const clientUnusable = ({ problem, reason }: ClientDocumentUnusable): ErrorPage => ({
  status: 400,
  title: reason === "unreachable" ? "This app cannot be looked up right now" : "This app does not say who it is",
  explanation:
    reason === "unreachable"
      ? "The address where the app describes itself does not answer. Please try again in a moment."
      : appIsWrong,
  error: reason === "unreachable" ? "temporarily_unavailable" : "invalid_client_metadata",
  parameter: "client_id",
  fix: problem
});

const redirectFixes: Readonly<Record<UntrustedRedirect["reason"], string>> = {
  "redirect-uri-missing": "redirect_uri is missing; it is needed when a client has several",
  "redirect-uri-not-registered":
    "redirect_uri is not one of those the client is registered with; they are compared character by character",
  "redirect-too-long": redirectTooLong
};

/** A redirect URI that nobody vouches for, or that is too long together with the state. */
export const untrustedRedirect = (reason: UntrustedRedirect["reason"]): ErrorPage => ({
  status: 400,
  title: reason === "redirect-too-long" ? "This app cannot be answered" : "This app cannot be reached safely",
  explanation: appIsWrong,
  error: "invalid_request",
  parameter: reason === "redirect-too-long" ? "state" : "redirect_uri",
  fix: redirectFixes[reason]
});

const requestFixes: Readonly<Record<PushedRequestRefused["reason"], string>> = {
  unknown: "request_uri is not one that this client got from the PAR endpoint",
  expired: "request_uri has expired; push the request again, right before the browser is sent here",
  used: "request_uri was used before; push a request for every sign-in"
};

/** A pushed request that nothing is begun with. */
export const pushedRequestRefused = (reason: PushedRequestRefused["reason"]): ErrorPage => ({
  status: 400,
  title: reason === "unknown" ? "This sign-in request is not known here" : "This sign-in request is over",
  explanation: reason === "unknown" ? appIsWrong : startAgain,
  error: "invalid_request",
  parameter: "request_uri",
  fix: requestFixes[reason]
});

/** A parameter that must be clear before anything can be answered, and came twice. */
export const repeatedParameter = (name: string): ErrorPage => ({
  status: 400,
  title: "This sign-in request is ambiguous",
  explanation: appIsWrong,
  error: "invalid_request",
  parameter: name,
  fix: `${name} is given more than once; send it once`
});

/** A POST that carries no form. */
export const notAForm: ErrorPage = {
  status: 400,
  title: "This sign-in request cannot be read",
  explanation: appIsWrong,
  error: "invalid_request",
  parameter: null,
  fix: "send the parameters in the query of a GET, or in a POST of application/x-www-form-urlencoded"
};

/** A form that is too large, or was cut off. */
export const bodyRefused = (reason: "too-large" | "incomplete"): ErrorPage => ({
  ...notAForm,
  status: reason === "too-large" ? 413 : 400,
  fix: reason === "too-large" ? "the form is larger than 64 KiB" : "the form ended before it was whole"
});

const returnFixes: Readonly<Record<UnknownCallback["reason"], string>> = {
  "state-missing": "state is missing in what the personal data server sent back",
  "state-unknown": "state belongs to no login that was begun here",
  "already-used": "this login was completed or ended before",
  expired: "this login was begun more than 10 minutes ago",
  "not-from-server": "the answer does not come from the server that was asked",
  "client-changed": "the client was removed, or its redirect URIs changed, after the login was begun"
};

const returnParameters: Readonly<Partial<Record<UnknownCallback["reason"], string>>> = {
  "not-from-server": "iss",
  "client-changed": "client_id"
};

/** A return from a PDS that belongs to no login under way. */
export const unknownReturn = (reason: UnknownCallback["reason"]): ErrorPage => ({
  status: 400,
  title: "This sign-in is over",
  explanation:
    reason === "client-changed"
      ? `The app changed meanwhile, or is no longer known here. ${startAgain}`
      : `It was used before, took too long, or was not begun here. ${startAgain}`,
  error: "invalid_request",
  parameter: returnParameters[reason] ?? "state",
  fix: returnFixes[reason]
});

/** A login that came back in another browser than it was begun in. */
export const browserMismatch: ErrorPage = {
  status: 403,
  title: "This sign-in was begun elsewhere",
  explanation: `It was begun in another browser, or this browser does not keep cookies. If somebody sent you a link that led here, close this page. Else: ${startAgain.toLowerCase()}`,
  error: "access_denied",
  parameter: null,
  fix: "open the authorization request in the browser that also receives the answer, with cookies allowed"
};

/** A form of this service that another site sent. */
export const fromElsewhere: ErrorPage = {
  status: 403,
  title: "This did not come from here",
  explanation: `Another site sent this answer for you, so nothing was done. ${startAgain}`,
  error: "access_denied",
  parameter: null,
  fix: "the answer about an app comes from the page of this service, and from nowhere else"
};

const confirmationFixes: Readonly<Record<ConfirmationRefused["reason"], string>> = {
  unknown: "confirmation belongs to no question that was asked here",
  "already-answered": "this question was answered before",
  expired: "this question was asked more than 10 minutes ago",
  "other-browser": "the answer must come from the browser that was asked, with cookies allowed",
  "client-changed": "the client, or its redirect URIs, changed after the question was asked"
};

/** An answer about an app that counts for nothing. */
export const confirmationRefused = (reason: ConfirmationRefused["reason"]): ErrorPage => ({
  status: reason === "other-browser" || reason === "unknown" ? 403 : 400,
  title: "This answer does not count",
  explanation: `It was given before, came too late, or is from another browser. Nothing was done. ${startAgain}`,
  error: reason === "other-browser" || reason === "unknown" ? "access_denied" : "invalid_request",
  parameter: "confirmation",
  fix: confirmationFixes[reason]
});

/** The log or another store does not answer. */
export const unavailable: ErrorPage = {
  status: 503,
  title: "Please try again in a moment",
  explanation: "This service cannot do its work right now.",
  error: "temporarily_unavailable",
  parameter: null,
  fix: "repeat the request after a short time"
};

/** Other requests changed the same data at the same time, so that nothing was recorded. */
export const contended: ErrorPage = {
  ...unavailable,
  explanation: "Other requests changed the same data at the same time, and nothing was recorded."
};

/** Too many requests came from where this one did; `retryAfter` in seconds. */
export const tooManySignIns = (retryAfter: number): ErrorPage => ({
  ...unavailable,
  status: 429,
  explanation: "Too many sign-ins are coming from your network right now.",
  fix: `repeat the request after ${retryAfter} seconds`
});

/** Something is broken here. */
export const broken = (requestId: string): ErrorPage => ({
  status: 500,
  title: "Something went wrong here",
  explanation: "This is not your fault. Please try again, and tell the operator of this service if it stays so.",
  error: "server_error",
  parameter: null,
  fix: `tell the operator the request id ${requestId}`
});
