import * as Schema from "effect/Schema";
import { LoginFailure, LoginFailureDetail } from "../authorization/AuthorizationEvent.ts";
import { PersonalDid } from "../personal/personal.ts";
import { AdminRole } from "./AdminRole.ts";

/** True for a token created on the machine of the service, which is accepted although admins exist. */
const recovery = Schema.optionalWith(Schema.Literal(true), { exact: true });

/** A one-time setup token was printed for the operator. Only its hash is stored. */
export class SetupTokenIssued extends Schema.TaggedClass<SetupTokenIssued>()("SetupTokenIssued.v1", {
  tokenHash: Schema.String,
  expiresAt: Schema.Int,
  recovery
}) {}

export class SetupTokenUsed extends Schema.TaggedClass<SetupTokenUsed>()("SetupTokenUsed.v1", {
  tokenHash: Schema.String
}) {}

/**
 * An admin session was opened. `did` is null when it was opened with a setup token; such a session may only sign in
 * with an account. Times are in Unix milliseconds.
 */
export class AdminSignedIn extends Schema.TaggedClass<AdminSignedIn>()("AdminSignedIn.v1", {
  sessionHash: Schema.String,
  did: Schema.NullOr(PersonalDid),
  signedInAt: Schema.optionalWith(Schema.Int, { exact: true }),
  expiresAt: Schema.Int,
  recovery
}) {}

/** An admin session is in use. Recorded at intervals, so that an unused session expires. */
export class AdminSessionUsed extends Schema.TaggedClass<AdminSessionUsed>()("AdminSessionUsed.v1", {
  sessionHash: Schema.String,
  usedAt: Schema.Int
}) {}

export class AdminSignedOut extends Schema.TaggedClass<AdminSignedOut>()("AdminSignedOut.v1", {
  sessionHash: Schema.String
}) {}

/**
 * A sign-in to administer was sent to a PDS. `did` is null when only a server was named; `browserHash` binds the
 * sign-in to the browser; `setUpSession` is the hash of the set-up session in which it started.
 */
export class AdminLoginStarted extends Schema.TaggedClass<AdminLoginStarted>()("AdminLoginStarted.v1", {
  loginId: Schema.String,
  did: Schema.NullOr(PersonalDid),
  pds: Schema.String,
  issuer: Schema.String,
  scope: Schema.String,
  stateHash: Schema.String,
  browserHash: Schema.String,
  setUpSession: Schema.NullOr(Schema.String),
  expiresAt: Schema.Int
}) {}

/** The browser returned from the PDS. The callback cannot be used again. */
export class AdminLoginReturned extends Schema.TaggedClass<AdminLoginReturned>()("AdminLoginReturned.v1", {
  loginId: Schema.String
}) {}

export class AdminLoginCompleted extends Schema.TaggedClass<AdminLoginCompleted>()("AdminLoginCompleted.v1", {
  loginId: Schema.String,
  did: PersonalDid
}) {}

/**
 * Why an admin sign-in failed: `not-admin` for an account that is not an admin, `set-up-over` for one after set-up
 * ended.
 */
const AdminLoginFailure = Schema.Union(LoginFailure, Schema.Literal("not-admin", "set-up-over"));

export class AdminLoginFailed extends Schema.TaggedClass<AdminLoginFailed>()("AdminLoginFailed.v1", {
  loginId: Schema.String,
  did: Schema.NullOr(PersonalDid),
  reason: AdminLoginFailure,
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true })
}) {}

/** How an account became an admin: as the first one, with a recovery token, or added by an admin. */
const AdminAddedBy = Schema.Literal("set-up", "recovery", "admin");

/** An account became an admin, with the role `owner`. `addedBy` is the admin who added it, or null. */
export class AdminAdded extends Schema.TaggedClass<AdminAdded>()("AdminAdded.v1", {
  did: PersonalDid,
  how: AdminAddedBy,
  addedBy: Schema.NullOr(PersonalDid),
  addedAt: Schema.Int
}) {}

/** The operator made an account an admin, on the command line. `addedAt` is in Unix milliseconds. */
export class AdminAddedByOperator extends Schema.TaggedClass<AdminAddedByOperator>()("AdminAddedByOperator.v1", {
  did: PersonalDid,
  addedAt: Schema.Int
}) {}

/** An account is no longer an admin, and its admin sessions ended. */
export class AdminRemoved extends Schema.TaggedClass<AdminRemoved>()("AdminRemoved.v1", {
  did: PersonalDid
}) {}

/** The role of an admin changed from `before`. An account that is added with another role than owner has both events. */
export class AdminRoleChanged extends Schema.TaggedClass<AdminRoleChanged>()("AdminRoleChanged.v1", {
  did: PersonalDid,
  role: AdminRole,
  before: AdminRole
}) {}

/** The events about admins: streams `setup-…`, `admin-session-…`, `admin-login-…` and `admins`. */
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
  AdminAddedByOperator,
  AdminRoleChanged,
  AdminRemoved
);
export type AdministrationEvent = typeof AdministrationEvent.Type;
