import { randomBytes } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type * as Scope from "effect/Scope";
import { Client, DatabaseError } from "pg";
import { type BackedUpLog, BackedUpServer, type NeededKeys } from "../../../domain/backup/BackupManifest.ts";
import { BaseBackupQuery, type BaseBackupSink } from "../reads/BaseBackupQuery.ts";
import { destroySocket, isIdle } from "../reads/pgInternals.ts";
import { BaseBackupFailed } from "./BaseBackupFailed.ts";
import { readBackupFacts } from "./backupFacts.ts";

/** A connection over which one base backup can be taken. */
export interface BaseBackup {
  /** The bytes that the data folder has about. */
  readonly size: number;
  /** What the log holds now. A backup that is taken later holds at least this. */
  readonly log: BackedUpLog;
  readonly keys: NeededKeys;
  /** Takes the backup: copies the data folder into the sink, with the write-ahead log that makes it consistent. */
  readonly take: (sink: BaseBackupSink) => Effect.Effect<Omit<BackedUpServer, "embedded">, BaseBackupFailed>;
}

/** What the server calls its refusals. */
const reasons: Readonly<Record<string, BaseBackupFailed["reason"]>> = {
  "42501": "not-allowed",
  "28000": "not-allowed",
  "55000": "no-replication",
  "53300": "no-replication"
};

/** Returns the reason of a failure. A server ends a connection for replication that it does not allow. */
const failureOf = (otherwise: "unreachable" | "interrupted") => (cause: unknown) => {
  const known = cause instanceof DatabaseError ? reasons[cause.code ?? ""] : undefined;
  const detail = cause instanceof Error ? cause.message.split("\n", 1).join() : "";
  return new BaseBackupFailed({ reason: known ?? otherwise, detail });
};

/**
 * A connection to a database that also understands commands of replication. Unlike a connection for replication alone, it
 * needs no line of its own in pg_hba.conf.
 */
const replicationUrl = (url: Redacted.Redacted): string => {
  const text = Redacted.value(url);
  return `${text}${text.includes("?") ? "&" : "?"}replication=database`;
};

/** A server that is still sending does not notice a farewell. */
const close = (client: Client): Effect.Effect<void> =>
  Effect.sync(() => (isIdle(client) ? void client.end() : destroySocket(client, new Error("the backup was given up"))));

const connect = (url: Redacted.Redacted): Effect.Effect<Client, BaseBackupFailed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const client = new Client({
          connectionString: replicationUrl(url),
          application_name: "tidemark backup",
          connectionTimeoutMillis: 10_000,
          keepAlive: true
        });
        // The failure of a connection is that of its query.
        client.on("error", () => undefined);
        await client.connect();
        return client;
      },
      catch: failureOf("unreachable")
    }),
    close
  );

const Identity = Schema.Struct({
  systemIdentifier: Schema.String,
  version: Schema.String,
  walSegmentBytes: Schema.NumberFromString,
  size: Schema.NumberFromString
});

const readIdentity = async (client: Client) => {
  const { rows } = await client.query(`
    select system_identifier::text as "systemIdentifier", current_setting('server_version') as version,
      pg_size_bytes(current_setting('wal_segment_size'))::text as "walSegmentBytes",
      (select sum(pg_database_size(oid))::text from pg_database) as size
    from pg_control_system()`);
  return Schema.decodeUnknownSync(Identity)(rows[0]);
};

/** The slot keeps the segments that the backup needs. The server drops it with the connection. */
const reserveWal = (client: Client) =>
  client.query(
    `CREATE_REPLICATION_SLOT tidemark_backup_${randomBytes(6).toString("hex")} TEMPORARY PHYSICAL (RESERVE_WAL)`
  );

/** The backup has its write-ahead log, so that it does not wait for an archive, which may be unavailable. */
const command =
  "BASE_BACKUP (LABEL 'tidemark backup', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

const on = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: failureOf("interrupted") });

const takeOver = Effect.fnUntraced(function* (
  client: Client,
  identity: Omit<typeof Identity.Type, "size">,
  sink: BaseBackupSink
) {
  yield* on(() => reserveWal(client));
  const { end, hasTablespaces, start } = yield* on(() => client.query(new BaseBackupQuery(command, sink)).done);
  if (hasTablespaces) return yield* new BaseBackupFailed({ reason: "tablespaces", detail: "" });
  const span = { timeline: start.timeline, start: start.position, end: end.position };
  return yield* Effect.orDie(Schema.decode(BackedUpServer.omit("embedded"))({ ...identity, ...span }));
});

/** Opens a connection for a base backup until the scope closes. */
export const openBaseBackup = Effect.fnUntraced(function* (
  url: Redacted.Redacted
): Effect.fn.Return<BaseBackup, BaseBackupFailed, Scope.Scope> {
  const client = yield* connect(url);
  const { size, ...identity } = yield* on(() => readIdentity(client));
  const facts = yield* on(() => readBackupFacts(client));
  return { size, ...facts, take: (sink) => takeOver(client, identity, sink) };
});
