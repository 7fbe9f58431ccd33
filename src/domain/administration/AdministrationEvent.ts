import * as Schema from "effect/Schema";
import { Did } from "../atproto/Did.ts";
import { LoginFailure, LoginFailureDetail } from "../authorization/AuthorizationEvent.ts";

/** Made on the machine of the service, so that it lets somebody in although there are admins. */
const recovery = Schema.optionalWith(Schema.Literal(true), { exact: true });

/** A one-time set-up token was printed for the operator; only its hash is kept. */
export class SetupTokenIssued extends Schema.TaggedClass<SetupTokenIssued>()("SetupTokenIssued.v1", {
  tokenHash: Schema.String,
  expiresAt: Schema.Int,
  recovery
}) {}

export class SetupTokenUsed extends Schema.TaggedClass<SetupTokenUsed>()("SetupTokenUsed.v1", {
  tokenHash: Schema.String
}) {}

/**
 * Somebody signed in as admin. `did` is null for who came with the set-up token, and may do nothing but sign in with an
 * account. Times in Unix milliseconds.
 */
export class AdminSignedIn extends Schema.TaggedClass<AdminSignedIn>()("AdminSignedIn.v1", {
  sessionHash: Schema.String,
  did: Schema.NullOr(Did),
  signedInAt: Schema.optionalWith(Schema.Int, { exact: true }),
  expiresAt: Schema.Int,
  recovery
}) {}

/** An admin session is in use; written down now and then, so that one that nobody uses ends. */
export class AdminSessionUsed extends Schema.TaggedClass<AdminSessionUsed>()("AdminSessionUsed.v1", {
  sessionHash: Schema.String,
  usedAt: Schema.Int
}) {}

export class AdminSignedOut extends Schema.TaggedClass<AdminSignedOut>()("AdminSignedOut.v1", {
  sessionHash: Schema.String
}) {}

/**
 * Somebody who wants to administer is on the way to their PDS. `did` is null when only a server was named; `browserHash`
 * binds it to the browser; `setUpSession` is the session of the set-up token that it began in, by hash.
 */
export class AdminLoginStarted extends Schema.TaggedClass<AdminLoginStarted>()("AdminLoginStarted.v1", {
  loginId: Schema.String,
  did: Schema.NullOr(Did),
  pds: Schema.String,
  issuer: Schema.String,
  scope: Schema.String,
  stateHash: Schema.String,
  browserHash: Schema.String,
  setUpSession: Schema.NullOr(Schema.String),
  expiresAt: Schema.Int
}) {}

/** The browser came back from the PDS; the return cannot be used again. */
export class AdminLoginReturned extends Schema.TaggedClass<AdminLoginReturned>()("AdminLoginReturned.v1", {
  loginId: Schema.String
}) {}

export class AdminLoginCompleted extends Schema.TaggedClass<AdminLoginCompleted>()("AdminLoginCompleted.v1", {
  loginId: Schema.String,
  did: Did
}) {}

/** Why nobody was signed in as admin: `not-admin` is for an account that is none, `set-up-over` for one that came too late. */
export const AdminLoginFailure = Schema.Union(LoginFailure, Schema.Literal("not-admin", "set-up-over"));
export type AdminLoginFailure = typeof AdminLoginFailure.Type;

export class AdminLoginFailed extends Schema.TaggedClass<AdminLoginFailed>()("AdminLoginFailed.v1", {
  loginId: Schema.String,
  did: Schema.NullOr(Did),
  reason: AdminLoginFailure,
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true })
}) {}

/** How somebody became an admin: first, with a set-up token made for recovery, or by an admin. */
export const AdminAddedBy = Schema.Literal("set-up", "recovery", "admin");

/** An account administers from now on. `addedBy` is the admin who added it, null where there was none. */
export class AdminAdded extends Schema.TaggedClass<AdminAdded>()("AdminAdded.v1", {
  did: Did,
  how: AdminAddedBy,
  addedBy: Schema.NullOr(Did),
  addedAt: Schema.Int
}) {}

/** It does not any more, and its admin sessions are over. */
export class AdminRemoved extends Schema.TaggedClass<AdminRemoved>()("AdminRemoved.v1", {
  did: Did
}) {}

/** Who comes and goes as an admin: streams `setup-…`, `admin-session-…`, `admin-login-…` and `admins`. */
export const AdministrationEvent = Schema.Union(
  SetupTokenIssued,
  SetupTokenUsed,
  AdminSignedIn,
  AdminSessionUsed,
  AdminSignedOut,
  AdminLoginStarted,
  AdminLoginReturned,
  AdminLoginCompleted,
  AdminLoginFailed,
  AdminAdded,
  AdminRemoved
);
export type AdministrationEvent = typeof AdministrationEvent.Type;
