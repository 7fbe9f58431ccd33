import * as Schema from "effect/Schema";
import { WalPosition } from "./WalPosition.ts";

/** The file that a backup consists of, beside its manifests. */
const BackupFile = Schema.Struct({
  name: Schema.String,
  bytes: Schema.Int,
  /** SHA-256 in hexadecimal. */
  sha256: Schema.String
});

/** The ids of the keys that the data needs. A backup never holds the keys. */
export const NeededKeys = Schema.Struct({
  /** Of SECRET_KEY_BASE, or OAUTH_SIGNING_KEY where it was not set. */
  secrets: Schema.Array(Schema.String),
  /** Of OAUTH_SIGNING_KEY. */
  signing: Schema.Array(Schema.String),
  /** The verifier key (vkey) of the AUDIT_SIGNING_KEY that signed the latest checkpoint; null before the first. */
  audit: Schema.NullOr(Schema.String)
});
export type NeededKeys = typeof NeededKeys.Type;

/** What the event log held when the backup began. The backup holds at least this. */
export const BackedUpLog = Schema.Struct({
  events: Schema.Int,
  /** The signed note of the latest checkpoint; null before the first. */
  checkpoint: Schema.NullOr(Schema.String)
});
export type BackedUpLog = typeof BackedUpLog.Type;

/** The server of a backup, and the span of its write-ahead log that the backup needs and holds. */
export const BackedUpServer = Schema.Struct({
  version: Schema.String,
  /** Whether it is the server that comes with Tidemark. */
  embedded: Schema.Boolean,
  systemIdentifier: Schema.String,
  timeline: Schema.Int,
  start: WalPosition,
  end: WalPosition,
  walSegmentBytes: Schema.Int
});
export type BackedUpServer = typeof BackedUpServer.Type;

/** Describes a backup, in its file `backup.json`, which is written last. Times are ISO 8601 in UTC. */
export const BackupManifest = Schema.Struct({
  format: Schema.Literal(1),
  tidemark: Schema.String,
  startedAt: Schema.String,
  endedAt: Schema.String,
  server: BackedUpServer,
  log: BackedUpLog,
  keys: NeededKeys,
  files: Schema.Array(BackupFile)
});
export type BackupManifest = typeof BackupManifest.Type;

/** The manifest as text. */
export const BackupManifestText = Schema.parseJson(BackupManifest, { space: 2 });
