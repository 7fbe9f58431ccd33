import type * as Redacted from "effect/Redacted";

/** A Lexicon of another instance, as its database holds it: the document is JSON text. */
export interface OtherLexicon {
  readonly id: string;
  readonly document: string;
}

/** A client of another instance, as its database holds it. Lists are JSON texts; lifetimes are in seconds. */
export interface OtherClient {
  readonly clientId: string;
  readonly name: string;
  readonly secret: Redacted.Redacted<string> | null;
  readonly redirectUris: string;
  readonly grantTypes: string;
  readonly scope: string | null;
  readonly tokenEndpointAuthMethod: string;
  readonly accessTokenLifetime: number;
  /** 0 for refresh tokens that never expire. */
  readonly refreshTokenLifetime: number;
  /** Whether a redirect URI must be the registered one, to the character. */
  readonly requiresExactRedirectUri: boolean;
  /** A JSON Web Key Set; null if there is none. */
  readonly jwks: string | null;
  /** The scopes of its access tokens, without repetitions. That software does not compare them with `scope`. */
  readonly grantedScopes: ReadonlyArray<string>;
}

/** What a label value means on another instance. Severity and visibility are in lower case there. */
export interface OtherLabelDefinition {
  readonly val: string;
  readonly description: string;
  readonly severity: string;
  readonly defaultVisibility: string;
}

/** A label or a negation of another instance. `exp` is in ISO 8601; null for a label that does not end. */
export interface OtherLabel {
  readonly uri: string;
  readonly cid: string | null;
  readonly val: string;
  readonly neg: boolean;
  readonly exp: string | null;
}

/** How much of a collection another instance indexed. */
export interface OtherCollection {
  readonly collection: string;
  readonly records: number;
  readonly accounts: number;
}

/** What belongs to people, or can be fetched again, and is never moved. Each is a count of rows. */
export interface LeftBehind {
  /** Access tokens, refresh tokens, codes, and sessions at PDSes and of admins. */
  readonly sessions: number;
  readonly pendingReports: number;
  readonly settledReports: number;
  readonly labelPreferences: number;
}

/** What the database of another instance holds that concerns a move. */
export interface OtherInstance {
  readonly storage: "sqlite" | "postgres";
  /** The last migration that was applied; null if the database does not say. */
  readonly schemaVersion: string | null;
  readonly lexicons: ReadonlyArray<OtherLexicon>;
  readonly clients: ReadonlyArray<OtherClient>;
  readonly settings: ReadonlyMap<string, string>;
  readonly labelDefinitions: ReadonlyArray<OtherLabelDefinition>;
  /** In the order in which they count: a later one replaces an earlier one. */
  readonly labels: ReadonlyArray<OtherLabel>;
  readonly collections: ReadonlyArray<OtherCollection>;
  /** The DIDs of the authors of all indexed records, sorted. */
  readonly accounts: ReadonlyArray<string>;
  readonly leftBehind: LeftBehind;
}

/** The last migration that is known: that of version 0.20. */
export const knownSchemaVersion = "20251230000001";

/** Returns the software and, if its last migration says so, the version of another instance. */
export const softwareOf = ({ schemaVersion }: Pick<OtherInstance, "schemaVersion">): string =>
  schemaVersion === knownSchemaVersion ? "quickslice 0.20" : "quickslice";
