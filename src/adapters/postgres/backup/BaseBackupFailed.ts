import * as Schema from "effect/Schema";

const explanations = {
  unreachable: "the server does not respond",
  "not-allowed":
    "the user of the database has no right to replicate, which a base backup needs. As a superuser, run: alter role <user> replication",
  "no-replication":
    "the server does not allow replication. Set wal_level to replica and max_wal_senders to 2 or more, and restart it",
  tablespaces:
    "the server has tablespaces beside its data folder, which this command does not back up. Use pg_basebackup",
  interrupted: "the server ended the connection before the backup was complete"
} as const;

/** The server did not provide a base backup. `detail` is the message of the server, or empty. */
export class BaseBackupFailed extends Schema.TaggedError<BaseBackupFailed>()("BaseBackupFailed", {
  reason: Schema.Literal("unreachable", "not-allowed", "no-replication", "tablespaces", "interrupted"),
  detail: Schema.String
}) {
  override get message(): string {
    const detail = this.detail === "" ? "" : ` (${this.detail})`;
    return `The database cannot be backed up: ${explanations[this.reason]}${detail}`;
  }
}
