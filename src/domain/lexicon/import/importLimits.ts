/** Limits of one import: far above any real set, and far below what would exhaust the process. */
export const importLimits = {
  /** Entries of any kind examined below a folder, so that a wrong folder is refused immediately. */
  entries: 50_000,
  files: 5_000,
  bytesPerFile: 1024 * 1024,
  bytes: 64 * 1024 * 1024,
  archiveEntries: 10_000,
  /** Size of the archive itself. The request body limit applies to a GraphQL upload first. */
  archiveBytes: 16 * 1024 * 1024
};
