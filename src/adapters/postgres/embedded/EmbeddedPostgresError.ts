import * as Data from "effect/Data";

type EmbeddedPostgresReason =
  | "UnsupportedPlatform"
  | "BinariesMissing"
  | "NoUnprivilegedUser"
  | "FolderNotWritable"
  | "FolderInUse"
  | "FolderUnusable"
  | "OtherVersion"
  | "DiskFull"
  | "StartFailed";

/** Why the embedded database does not run. `message` is one line for the operator, with the reason and the remedy. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly reason: EmbeddedPostgresReason;
  readonly message: string;
}> {}

/** Returns the error for a full disk. */
export const diskFull = (path: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason: "DiskFull",
    message: `The disk of ${path} is full: free some space, or set DATA_DIR to a folder on another disk`
  });

/** Returns the error for a path that the user may not write to. */
export const notWritable = (path: string, detail: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason: "FolderNotWritable",
    message: `Cannot write to ${path} (${detail}): let this user write there, or set DATA_DIR to a folder where it may`
  });
