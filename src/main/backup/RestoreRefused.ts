import * as Schema from "effect/Schema";

const reasons = ["own-server", "database-url", "occupied", "no-wal-archive", "log-shorter"] as const;

const explanations: Readonly<Record<(typeof reasons)[number], (detail: string) => string>> = {
  "own-server": (version) =>
    `This is a backup of a PostgreSQL ${version} server of your own, not of the embedded database: name an empty folder for its data with --into`,
  "database-url": () =>
    "DATABASE_URL is set, and a running server cannot be replaced: name an empty folder for the data of a server with --into, or unset DATABASE_URL to restore the embedded database",
  occupied: (folder) =>
    `${folder} has a database already: stop the service, and move the folder postgres away. Keep it until the restored database is checked`,
  "no-wal-archive": (folder) =>
    `There is no archive of the write-ahead log in ${folder}, which --to needs: name its folder with --wal`,
  "log-shorter": (events) =>
    `The recovered log has fewer than the ${events} events that the backup stated, so nothing was restored: use another backup`
};

/** A backup cannot be restored as the database of this environment. `detail` is what the reason is about. */
export class RestoreRefused extends Schema.TaggedError<RestoreRefused>()("RestoreRefused", {
  reason: Schema.Literal(...reasons),
  detail: Schema.String
}) {
  override get message(): string {
    return explanations[this.reason](this.detail);
  }
}
