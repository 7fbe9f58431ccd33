import * as Schema from "effect/Schema";
import { LoginFailure, LoginFailureDetail } from "../authorization/AuthorizationEvent.ts";
import { PersonalDid } from "../personal/personal.ts";

/**
 * A user who manages their own sessions was sent to their PDS. `did` is null when only a server was named;
 * `browserHash` binds the login to the browser. Times are in Unix milliseconds.
 */
export class PersonLoginStarted extends Schema.TaggedClass<PersonLoginStarted>()("PersonLoginStarted.v1", {
  loginId: Schema.String,
  did: Schema.NullOr(PersonalDid),
  pds: Schema.String,
  issuer: Schema.String,
  scope: Schema.String,
  stateHash: Schema.String,
  browserHash: Schema.String,
  expiresAt: Schema.Int
}) {}

/** The browser returned from the PDS. The callback cannot be used again. */
export class PersonLoginReturned extends Schema.TaggedClass<PersonLoginReturned>()("PersonLoginReturned.v1", {
  loginId: Schema.String
}) {}

export class PersonLoginCompleted extends Schema.TaggedClass<PersonLoginCompleted>()("PersonLoginCompleted.v1", {
  loginId: Schema.String,
  did: PersonalDid
}) {}

/** The sign-in failed, with the reason. */
export class PersonLoginFailed extends Schema.TaggedClass<PersonLoginFailed>()("PersonLoginFailed.v1", {
  loginId: Schema.String,
  did: Schema.NullOr(PersonalDid),
  reason: LoginFailure,
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true })
}) {}

/** A user signed in to `/account` in one browser. */
export class PersonSignedIn extends Schema.TaggedClass<PersonSignedIn>()("PersonSignedIn.v1", {
  sessionHash: Schema.String,
  did: PersonalDid,
  expiresAt: Schema.Int
}) {}

/** A user signed out of `/account`, or signed in again. */
export class PersonSignedOut extends Schema.TaggedClass<PersonSignedOut>()("PersonSignedOut.v1", {
  sessionHash: Schema.String
}) {}

/** The events about users who manage their own sessions: streams `person-login-…` and `person-session-…`. */
export const PersonEvent = Schema.Union(
  PersonLoginStarted,
  PersonLoginReturned,
  PersonLoginCompleted,
  PersonLoginFailed,
  PersonSignedIn,
  PersonSignedOut
);
export type PersonEvent = typeof PersonEvent.Type;
