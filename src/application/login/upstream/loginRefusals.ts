import * as Either from "effect/Either";
import { readAccount, type UnreadableAccount } from "../../../domain/atproto/NamedAccount.ts";
import type { LoginFailure, LoginFailureDetail } from "../../../domain/authorization/AuthorizationEvent.ts";
import type { AuthorizationRefused } from "../../../domain/authorization/request/requestAuthorization.ts";
import type { IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";
import type { UpstreamFailure } from "../../../domain/session/UpstreamAuthorization.ts";
import { LoginTerminated } from "./LoginTerminated.ts";

type Refusal = Pick<AuthorizationRefused, "error" | "description">;

/** What an app receives when an account cannot be resolved. The account itself is not repeated. */
export const identityRefusal: Record<IdentityUnresolvable["reason"], Refusal> = {
  "handle-not-found": { error: "invalid_request", description: "No account has this handle" },
  "handle-not-confirmed": { error: "invalid_request", description: "The account does not list this handle" },
  "did-not-found": { error: "invalid_request", description: "No account has this DID" },
  "did-method-unsupported": { error: "invalid_request", description: "Only did:plc and did:web accounts can sign in" },
  "document-malformed": { error: "invalid_request", description: "The DID document of the account is malformed" },
  "no-pds": {
    error: "invalid_request",
    description: "The DID document of the account names no personal data server"
  },
  "address-refused": { error: "invalid_request", description: "The address of the account is not allowed" },
  unreachable: { error: "temporarily_unavailable", description: "The account cannot be resolved right now" }
};

const unreadableHint: Readonly<Record<UnreadableAccount["reason"], string>> = {
  empty: "login_hint is empty",
  "no-domain": "login_hint is an incomplete handle: its domain is missing",
  "email-address": "login_hint looks like an email address; it must be a handle, a DID or the URL of a PDS",
  "web-client": "login_hint is the address of an app; it must be a handle, a DID or the URL of a PDS",
  server: "login_hint is the address of a server; it must be a handle, a DID or the URL of a PDS",
  "not-an-account": "login_hint is not a handle, a DID or the URL of a PDS"
};

/** What an app receives when its `login_hint` leads to no account. */
export const hintRefusal = (hint: string, reason: IdentityUnresolvable["reason"]): Refusal =>
  Either.match(readAccount(hint), {
    onLeft: (unreadable) => ({ error: "invalid_request", description: unreadableHint[unreadable.reason] }),
    onRight: () => identityRefusal[reason]
  });

/** What an app receives when the PDS fails. */
export const upstreamRefusal: Record<UpstreamFailure["reason"], Refusal> = {
  "address-refused": {
    error: "invalid_request",
    description: "The address of the personal data server is not allowed"
  },
  unreachable: { error: "temporarily_unavailable", description: "The personal data server cannot be reached" },
  timeout: { error: "temporarily_unavailable", description: "The personal data server does not respond in time" },
  "server-error": {
    error: "temporarily_unavailable",
    description: "The personal data server reports an internal error"
  },
  "rate-limited": {
    error: "temporarily_unavailable",
    description: "The personal data server limits requests; try again later"
  },
  "client-refused": { error: "server_error", description: "The personal data server does not accept this service" },
  "client-key-retired": {
    error: "server_error",
    description: "The service changed its key during the login; start the login again"
  },
  "invalid-grant": { error: "access_denied", description: "The personal data server no longer knows this login" },
  refused: { error: "access_denied", description: "The personal data server refused the login" },
  "issuer-mismatch": {
    error: "access_denied",
    description: "The response does not come from the personal data server that was contacted"
  },
  "metadata-invalid": { error: "server_error", description: "The personal data server publishes invalid metadata" },
  malformed: { error: "server_error", description: "The personal data server sent an invalid response" }
};

/** What an app receives when a login fails. */
export const loginRefusal: Record<LoginFailure, Refusal> = {
  "access-denied": { error: "access_denied", description: "The user declined" },
  "browser-mismatch": { error: "access_denied", description: "The login was started in another browser" },
  "identity-unresolvable": {
    error: "temporarily_unavailable",
    description: "The account cannot be resolved right now"
  },
  "issuer-mismatch": {
    error: "access_denied",
    description: "The account is not hosted on the server it signed in at"
  },
  "subject-mismatch": { error: "access_denied", description: "Signed in with a different account than requested" },
  "scope-too-small": { error: "access_denied", description: "The atproto scope was not granted" },
  "upstream-refused": { error: "access_denied", description: "The personal data server refused the login" },
  "upstream-unavailable": {
    error: "temporarily_unavailable",
    description: "The personal data server cannot be reached"
  },
  "request-used": { error: "access_denied", description: "Another login was completed with this request" },
  "client-changed": { error: "access_denied", description: "The client changed during the login" },
  expired: { error: "access_denied", description: "The login took too long" }
};

const isUpstream = (detail: LoginFailureDetail): detail is UpstreamFailure["reason"] =>
  Object.hasOwn(upstreamRefusal, detail);

/** Ends a login because its PDS failed. */
export const terminatedBy = (failure: UpstreamFailure): LoginTerminated =>
  new LoginTerminated({ reason: loginFailureOf(failure), detail: failure.reason });

/** What an app receives when a login was terminated: the failure of its PDS, if that was the cause. */
export const terminationRefusal = ({ detail, reason }: LoginTerminated): Refusal => {
  const byPds = reason === "upstream-refused" || reason === "upstream-unavailable";
  return byPds && detail !== undefined && isUpstream(detail) ? upstreamRefusal[detail] : loginRefusal[reason];
};

/** The failure that is recorded for each failure of a PDS: it was not available, or it refused. */
const failureByUpstream: Readonly<Record<UpstreamFailure["reason"], LoginFailure>> = {
  unreachable: "upstream-unavailable",
  timeout: "upstream-unavailable",
  "server-error": "upstream-unavailable",
  "rate-limited": "upstream-unavailable",
  "address-refused": "upstream-refused",
  "client-refused": "upstream-refused",
  "client-key-retired": "upstream-refused",
  "invalid-grant": "upstream-refused",
  refused: "upstream-refused",
  "issuer-mismatch": "upstream-refused",
  "metadata-invalid": "upstream-refused",
  malformed: "upstream-refused"
};

/** Returns how a failure of a PDS is recorded. */
export const loginFailureOf = ({ reason }: UpstreamFailure): LoginFailure => failureByUpstream[reason];
