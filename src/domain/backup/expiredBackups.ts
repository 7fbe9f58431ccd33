import { isBackupName } from "./backupName.ts";

/** Returns the backups that are older than the newest `keep`, the oldest first. Names sort by time. */
export const expiredBackups = (names: ReadonlyArray<string>, keep: number): ReadonlyArray<string> => {
  const backups = names.filter(isBackupName).toSorted();
  return backups.slice(0, Math.max(0, backups.length - keep));
};
