import { restoreCommand } from "./walArchive.ts";

/** Up to where a backup is recovered. */
export interface RecoveryTarget {
  /** The archive of the write-ahead log; null to recover only what the backup holds. */
  readonly walArchive: string | null;
  /** An instant (ISO 8601 in UTC, with Z); null for the end of the archive. */
  readonly time: string | null;
}

/** When PostgreSQL reads its settings it knows offsets only, and no name of a zone, not even Z. */
const withOffset = (time: string): string => time.replace("T", " ").replace("Z", "+00");

/**
 * Returns the settings of PostgreSQL for the recovery of a backup. It always ends on a timeline of its own, so that what is
 * archived later never has the name of a segment that is archived already.
 */
export const recoverySettings = ({ time, walArchive }: RecoveryTarget): Readonly<Record<string, string>> => ({
  restore_command: walArchive === null ? "false" : restoreCommand(walArchive),
  recovery_target_timeline: "latest",
  recovery_target_action: "promote",
  hot_standby: "off",
  ...(time !== null && { recovery_target_time: withOffset(time) })
});
