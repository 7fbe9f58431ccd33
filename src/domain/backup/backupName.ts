const pattern = /^backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

/** Returns the name of the folder of a backup that begins at an instant (ISO 8601 in UTC), such as `backup-2026-03-01T04-05-06Z`. */
export const backupName = (startedAt: string): string => `backup-${startedAt.slice(0, 19).replaceAll(":", "-")}Z`;

/** Says whether a name is that of the folder of a complete backup. */
export const isBackupName = (name: string): boolean => pattern.test(name);
