import * as Schema from "effect/Schema";
import { Did } from "../atproto/Did.ts";

/** A one-time set-up token was printed for the operator; only its hash is kept. */
export class SetupTokenIssued extends Schema.TaggedClass<SetupTokenIssued>()("SetupTokenIssued.v1", {
  tokenHash: Schema.String,
  expiresAt: Schema.Int
}) {}

export class SetupTokenUsed extends Schema.TaggedClass<SetupTokenUsed>()("SetupTokenUsed.v1", {
  tokenHash: Schema.String
}) {}

/** Somebody signed in as admin. `did` is null for who came with the set-up token. */
export class AdminSignedIn extends Schema.TaggedClass<AdminSignedIn>()("AdminSignedIn.v1", {
  sessionHash: Schema.String,
  did: Schema.NullOr(Did),
  expiresAt: Schema.Int
}) {}

export class AdminSignedOut extends Schema.TaggedClass<AdminSignedOut>()("AdminSignedOut.v1", {
  sessionHash: Schema.String
}) {}

/** Who comes and goes as an admin: streams `setup-…` and `admin-session-…`. */
export const AdministrationEvent = Schema.Union(SetupTokenIssued, SetupTokenUsed, AdminSignedIn, AdminSignedOut);
export type AdministrationEvent = typeof AdministrationEvent.Type;
