import * as Schema from "effect/Schema";

/** A login that a release left in its data, and everything that its app keeps. */
const StoredSession = Schema.Struct({
  did: Schema.String,
  clientId: Schema.String,
  clientSecret: Schema.NullOr(Schema.String),
  /** The key of the app's DPoP proofs; null for an app that sends none. */
  key: Schema.NullOr(Schema.Object),
  refreshToken: Schema.String,
  /** Null while the session lasts. */
  endReason: Schema.NullOr(Schema.String)
});
export type StoredSession = typeof StoredSession.Type;

/** What a release knew about its data folder when it stored it: what a later version must find there again. */
export const ReleaseFacts = Schema.Struct({
  version: Schema.String,
  /** Unix milliseconds. */
  storedAt: Schema.Number,
  publicUrl: Schema.String,
  /** What `clients list --json` printed. */
  clients: Schema.Array(Schema.Object),
  queries: Schema.Array(Schema.Struct({ query: Schema.String, data: Schema.Unknown })),
  sessions: Schema.Array(StoredSession),
  pds: Schema.Struct({
    url: Schema.String,
    /** Its metadata as an authorization server. */
    metadata: Schema.Object,
    /** The DID documents of its accounts, by DID. */
    documents: Schema.Record({ key: Schema.String, value: Schema.Object }),
    /** Its own sessions with the service: the vault of the data folder has these refresh tokens. */
    sessions: Schema.Array(Schema.Struct({ did: Schema.String, refreshToken: Schema.String }))
  })
});
export type ReleaseFacts = typeof ReleaseFacts.Type;
