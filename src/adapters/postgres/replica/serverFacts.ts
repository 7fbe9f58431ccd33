import type { Pool } from "pg";
import type { LeftOutReason } from "../../../domain/health/LeftOutReason.ts";

/** A position in the write-ahead log, and the timeline that it is on. A promoted server begins a new timeline. */
export interface WalPosition {
  readonly at: bigint;
  readonly timeline: number;
}

interface Identity {
  /** The identifier that a server shares with its replicas. */
  readonly system: string;
  /** The identifier of the database within the server, which replicas share too. */
  readonly database: string;
}

/** What a primary says about itself. */
export interface PrimaryFacts extends WalPosition, Identity {}

/** What a replica says about itself. `at` is what it has replayed; null if it has never replayed anything. */
export interface ReplicaFacts extends Identity {
  readonly at: bigint | null;
  readonly timeline: number;
  readonly isReplica: boolean;
}

/**
 * What was committed before is at or before this position. The flushed position may be at the end of a page within a record
 * that nobody waits for, which no replica can replay before the rest is flushed. A message that changes nothing flushes it.
 * A commit that did not wait for the disk may be beyond the flushed position, so without `synchronous_commit` the position
 * of the last insertion counts.
 */
const committed = `select (case
    when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    when (flushed - '0/0'::pg_lsn) % current_setting('wal_block_size')::int = 0
      then pg_logical_emit_message(false, 'tidemark', '', true)
    else flushed end - '0/0'::pg_lsn)::text as at,
  left(pg_walfile_name(flushed), 8) as timeline`;

const fromFlushed = "from (select pg_current_wal_flush_lsn() as flushed offset 0) as wal";

const identity = `(select system_identifier from pg_control_system())::text as system,
  (select oid from pg_database where datname = current_database())::text as database`;

const replayed = "(pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as at, pg_is_in_recovery() as \"isReplica\"";

/** After a switch of timelines, each of these is right at the latest when the replica has written a restart point. */
const timeline = `greatest((select timeline_id from pg_control_checkpoint()),
  (select min_recovery_end_timeline from pg_control_recovery())) as timeline`;

const firstRow = async <R extends object>(pool: Pool, text: string): Promise<R> => {
  const [row] = (await pool.query<R>(text)).rows;
  return row ?? Promise.reject(new Error("The server returned no row"));
};

interface CommittedRow {
  readonly at: string;
  /** Eight hexadecimal digits. */
  readonly timeline: string;
}

const positionOf = ({ at, timeline: digits }: CommittedRow): WalPosition => ({
  at: BigInt(at),
  timeline: Number.parseInt(digits, 16)
});

/** Reads the position up to which a primary has committed. */
export const readCommitted = async (primary: Pool): Promise<WalPosition> =>
  positionOf(await firstRow<CommittedRow>(primary, `${committed} ${fromFlushed}`));

/** Reads who a primary is, and the position up to which it has committed. */
export const readPrimary = async (primary: Pool): Promise<PrimaryFacts> => {
  const row = await firstRow<CommittedRow & Identity>(primary, `${committed}, ${identity} ${fromFlushed}`);
  return { system: row.system, database: row.database, ...positionOf(row) };
};

interface ReplayedRow {
  readonly at: string | null;
  readonly isReplica: boolean;
}

/** Reads up to which position a replica has replayed, and whether it still is one. */
export const readReplayed = async (replica: Pool): Promise<Pick<ReplicaFacts, "at" | "isReplica">> => {
  const { at, isReplica } = await firstRow<ReplayedRow>(replica, `select ${replayed}`);
  return { at: at === null ? null : BigInt(at), isReplica };
};

/** Reads who a replica is, and up to which position it has replayed. */
export const readReplica = async (replica: Pool): Promise<ReplicaFacts> => {
  const row = await firstRow<ReplayedRow & Identity & { readonly timeline: number }>(
    replica,
    `select ${replayed}, ${identity}, ${timeline}`
  );
  return { ...row, at: row.at === null ? null : BigInt(row.at) };
};

/** Returns why reads must not go to a server, however far it has replayed; null if nothing is against it. */
export const whyLeftOut = (primary: PrimaryFacts, replica: ReplicaFacts): LeftOutReason | null => {
  if (primary.system !== replica.system || primary.database !== replica.database) return "other-database";
  if (!replica.isReplica) return "not-a-replica";
  return primary.timeline === replica.timeline ? null : "other-timeline";
};
