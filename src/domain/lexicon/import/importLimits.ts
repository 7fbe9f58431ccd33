/** How much one import may hold: far above any real set, and far below what would exhaust the process. */
export const importLimits = {
  /** Entries looked at below a folder, of whatever kind: somebody who names the wrong folder learns it at once. */
  entries: 50_000,
  files: 5_000,
  bytesPerFile: 1024 * 1024,
  bytes: 64 * 1024 * 1024,
  archiveEntries: 10_000,
  /** Of the archive itself; an upload by GraphQL is held to the limit of a request's body before. */
  archiveBytes: 16 * 1024 * 1024
};
