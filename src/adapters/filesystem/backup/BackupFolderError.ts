import * as Schema from "effect/Schema";

const explanations = {
  "disk-full": "its disk is full. Free some space, or use a folder on another disk",
  "file-too-large":
    "the file system of the folder, or a limit of this user (ulimit -f), does not allow files of this size. Use a folder on another disk",
  "not-writable": "it cannot be written to. Let this user write there, or use another folder",
  "not-readable": "it cannot be read. Let this user read it",
  "not-found": "there is no backup in it. Name the folder that tidemark backup was given, or one backup in it",
  "none-before": "it has no backup that was complete at that time. Choose a later time",
  damaged: "it is not as it was written, so nothing was restored. Use another backup",
  "other-format": "a later version of Tidemark wrote it. Restore it with that version"
} as const;

/** A folder of backups, or a file in it, cannot be used. `detail` names a file, or is empty. */
export class BackupFolderError extends Schema.TaggedError<BackupFolderError>()("BackupFolderError", {
  reason: Schema.Literal(
    "disk-full",
    "file-too-large",
    "not-writable",
    "not-readable",
    "not-found",
    "none-before",
    "damaged",
    "other-format"
  ),
  path: Schema.String,
  detail: Schema.String
}) {
  override get message(): string {
    const detail = this.detail === "" ? "" : ` (${this.detail})`;
    return `The backup ${this.path} cannot be used: ${explanations[this.reason]}${detail}`;
  }
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";

/** The codes of failed writes that have a reason of their own. */
const writeReasons: Readonly<Record<string, "disk-full" | "file-too-large">> = {
  ENOSPC: "disk-full",
  EDQUOT: "disk-full",
  EFBIG: "file-too-large"
};

/** Returns the error of an operation that wrote to a path. */
export const unwritable = (path: string, cause: unknown): BackupFolderError => {
  const code = codeOf(cause);
  const reason = writeReasons[code];
  return reason === undefined
    ? new BackupFolderError({ reason: "not-writable", path, detail: code })
    : new BackupFolderError({ reason, path, detail: "" });
};

/** Returns the error of an operation that read a path. */
export const unreadable = (path: string, cause: unknown): BackupFolderError =>
  new BackupFolderError({ reason: "not-readable", path, detail: codeOf(cause) });

/** Returns the error for a file that is not as it was written. */
export const damaged = (path: string, detail: string): BackupFolderError =>
  new BackupFolderError({ reason: "damaged", path, detail });
