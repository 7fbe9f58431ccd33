/** The names of what all backups in a folder share. */
export const sharedNames = {
  erasures: "erasures",
  archives: "archives",
  wal: "wal"
} as const;
