import { chown, copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as Option from "effect/Option";
import type { Cluster } from "../../src/adapters/postgres/embedded/initializeCluster.ts";
import { port } from "../../src/adapters/postgres/embedded/ServerSocket.ts";
import { PostgresProcess } from "./PostgresProcess.ts";

interface ReplicaOptions {
  /** Its name in `pg_stat_replication` and in `synchronous_standby_names`. */
  readonly name?: string;
  /** Where it finds the primary; by default at its socket. A test can put a proxy in between. */
  readonly primaryAt?: { readonly host: string; readonly port: number };
  readonly settings?: Readonly<Record<string, string>>;
  /** The folder in which its data is; `/tmp` by default. */
  readonly parent?: string;
}

/** Folders whose files a backup does not need (PostgreSQL, "Making a Base Backup Using the Low Level API"). */
const emptied = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_subtrans"
]);
const left = /^(?:postmaster\.(?:pid|opts)|standby\.signal|backup_label.*|pgsql_tmp.*|\.s\.PGSQL\..*)$/;

const isGone = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "ENOENT";

/** Copies a folder of a server that runs: files may be removed meanwhile. */
const copyFolder = async (from: string, to: string, own: (path: string) => Promise<void>): Promise<void> => {
  await mkdir(to, { mode: 0o700 });
  await own(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && emptied.has(entry.name)) {
      await mkdir(target, { mode: 0o700 });
      await own(target);
    } else if (entry.isDirectory()) await copyFolder(source, target, own);
    else if (entry.isFile() && !left.test(entry.name))
      await copyFile(source, target).then(
        () => own(target),
        (cause: unknown) => (isGone(cause) ? undefined : Promise.reject(cause))
      );
  }
};

const owner =
  ({ user }: Cluster) =>
  (path: string): Promise<void> =>
    Option.match(user, { onNone: () => Promise.resolve(), onSome: ({ gid, uid }) => chown(path, uid, gid) });

/** Takes a base backup of a server that runs into the folder of another cluster, which becomes its replica. */
const backUp = (primary: PostgresProcess, slot: string) => (replica: Cluster) =>
  primary.session(async (client) => {
    await client.query("select pg_create_physical_replication_slot($1, true)", [slot]);
    await client.query("select pg_backup_start('replica', true)");
    await copyFolder(primary.cluster.folder, replica.folder, owner(replica));
    const stopped = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    for (const [name, text] of [
      ["backup_label", stopped.rows[0]?.labelfile ?? ""],
      ["standby.signal", ""]
    ] as const) {
      await writeFile(join(replica.folder, name), text);
      await owner(replica)(join(replica.folder, name));
    }
  });

/**
 * Starts a streaming replica of a server that runs, from a base backup and over a replication slot of its own. It returns
 * when the replica accepts connections that read.
 */
export const startReplica = (
  primary: PostgresProcess,
  { name = "replica", primaryAt = { host: primary.host, port }, parent = "/tmp", settings = {} }: ReplicaOptions = {}
): Promise<PostgresProcess> => {
  const conninfo = `host=${primaryAt.host} port=${primaryAt.port} user=postgres application_name=${name}`;
  const all = {
    ...primary.settings,
    primary_conninfo: conninfo,
    primary_slot_name: `slot_${name}`,
    wal_retrieve_retry_interval: "200ms",
    ...settings
  };
  return PostgresProcess.on(backUp(primary, `slot_${name}`), all, parent);
};

/** Returns when the replica has replayed what the primary has written so far. */
export const caughtUp = async (primary: PostgresProcess, replica: PostgresProcess): Promise<void> => {
  const [now] = await primary.query<{ lsn: string }>("select pg_current_wal_flush_lsn()::text as lsn");
  await replica.session(async (client) => {
    const reached = () =>
      client.query<{ ok: boolean }>("select pg_last_wal_replay_lsn() >= $1::pg_lsn as ok", [now?.lsn ?? "0/0"]);
    while ((await reached()).rows[0]?.ok !== true);
  });
};
