import * as Schema from "effect/Schema";
import { Did } from "../atproto/Did.ts";
import { LoginFailure, LoginFailureDetail } from "../authorization/AuthorizationEvent.ts";

/**
 * Somebody who wants to see their own sign-ins is on the way to their PDS. `did` is null when only a server was named;
 * `browserHash` binds it to the browser. Times in Unix milliseconds.
 */
export class PersonLoginStarted extends Schema.TaggedClass<PersonLoginStarted>()("PersonLoginStarted.v1", {
  loginId: Schema.String,
  did: Schema.NullOr(Did),
  pds: Schema.String,
  issuer: Schema.String,
  scope: Schema.String,
  stateHash: Schema.String,
  browserHash: Schema.String,
  expiresAt: Schema.Int
}) {}

/** The browser came back from the PDS; the return cannot be used again. */
export class PersonLoginReturned extends Schema.TaggedClass<PersonLoginReturned>()("PersonLoginReturned.v1", {
  loginId: Schema.String
}) {}

export class PersonLoginCompleted extends Schema.TaggedClass<PersonLoginCompleted>()("PersonLoginCompleted.v1", {
  loginId: Schema.String,
  did: Did
}) {}

/** Nobody was signed in, and why. */
export class PersonLoginFailed extends Schema.TaggedClass<PersonLoginFailed>()("PersonLoginFailed.v1", {
  loginId: Schema.String,
  did: Schema.NullOr(Did),
  reason: LoginFailure,
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true })
}) {}

/** A person is signed in to the page of their own sign-ins, in one browser. */
export class PersonSignedIn extends Schema.TaggedClass<PersonSignedIn>()("PersonSignedIn.v1", {
  sessionHash: Schema.String,
  did: Did,
  expiresAt: Schema.Int
}) {}

/** They signed out there, or in anew. */
export class PersonSignedOut extends Schema.TaggedClass<PersonSignedOut>()("PersonSignedOut.v1", {
  sessionHash: Schema.String
}) {}

/** People who look after their own sign-ins: streams `person-login-…` and `person-session-…`. */
export const PersonEvent = Schema.Union(
  PersonLoginStarted,
  PersonLoginReturned,
  PersonLoginCompleted,
  PersonLoginFailed,
  PersonSignedIn,
  PersonSignedOut
);
export type PersonEvent = typeof PersonEvent.Type;
